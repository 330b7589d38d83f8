import { Alert, Button, PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import admin from '@/admin/Admin.module.css'
import { Section } from '@/admin/Section'
import { useAdminMutation } from '@/admin/useAdminMutation'
import { changePassword } from '@/api/adminAccount'
import { serverFirstErrorText } from '@/api/errorText'
import { adminAccountCopy } from '@/copy/adminAccount'
import { toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import classes from './Account.module.css'
import { emptyPassword, type PasswordValues, passwordErrors } from './passwordForm'

const copy = adminAccountCopy.password

/** Form for a new password. */
export function PasswordForm({ username }: { username: string }) {
  const form = useForm<PasswordValues>({ initialValues: emptyPassword, validate: passwordErrors })
  const mutation = useAdminMutation(({ current, next }: PasswordValues) => changePassword(current, next), {
    onSuccess: () => {
      form.reset()
      toastSuccess(copy.done)
    },
    onError: ({ fieldErrors }) => {
      form.setErrors(fieldErrors)
      focusFirstError()
    },
  })
  const focusFirstError = useFocusFirstError(mutation.isPending)
  const { error } = mutation
  return (
    <Section title={copy.title}>
      <form
        className={admin.card}
        onSubmit={form.onSubmit(mutation.send, focusFirstError)}
        noValidate
        aria-label={copy.title}
      >
        <fieldset className={admin.fields} disabled={mutation.isPending}>
          {/* Tells password managers whose password changes. */}
          <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
          <PasswordInput
            label={copy.current}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': copy.show }}
            {...form.getInputProps('current')}
          />
          <PasswordInput
            label={copy.next}
            description={copy.nextHint}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': copy.show }}
            {...form.getInputProps('next')}
          />
          <PasswordInput
            label={copy.repeat}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': copy.show }}
            {...form.getInputProps('repeat')}
          />
        </fieldset>
        {error && Object.keys(error.fieldErrors).length === 0 && (
          <Alert color="red" role="alert" mt="md">
            {serverFirstErrorText(error, copy.failed)}
          </Alert>
        )}
        <p className={classes.hint}>{copy.hint}</p>
        <div className={admin.foot}>
          <Button type="submit" loading={mutation.isPending}>
            {copy.save}
          </Button>
        </div>
      </form>
    </Section>
  )
}
