import { Alert, Button, PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import admin from '@/admin/Admin.module.css'
import { Block } from '@/admin/Block'
import { useAct } from '@/admin/useAct'
import { changePassword } from '@/api/adminAccount'
import { serverText } from '@/api/errorText'
import { adminAccountCopy } from '@/copy/adminAccount'
import { toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import classes from './Account.module.css'
import { emptyPassword, type PasswordValues, passwordErrors } from './passwordForm'

const copy = adminAccountCopy.password

/** A new password for the own account. */
export function PasswordForm({ username }: { username: string }) {
  const form = useForm<PasswordValues>({ initialValues: emptyPassword, validate: passwordErrors })
  const changing = useAct(({ current, next }: PasswordValues) => changePassword(current, next), {
    onDone: () => {
      form.reset()
      toastSuccess(copy.done)
    },
    onRefused: ({ fieldErrors }) => {
      form.setErrors(fieldErrors)
      focusFirstError()
    },
  })
  const focusFirstError = useFocusFirstError(changing.pending)
  const { error } = changing
  return (
    <Block title={copy.title}>
      <form
        className={admin.card}
        onSubmit={form.onSubmit(changing.send, focusFirstError)}
        noValidate
        aria-label={copy.title}
      >
        <fieldset className={admin.fields} disabled={changing.pending}>
          {/* For password managers, which want to know whose password changes. */}
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
            {serverText(error, copy.failed)}
          </Alert>
        )}
        <p className={classes.hint}>{copy.hint}</p>
        <div className={admin.foot}>
          <Button type="submit" loading={changing.pending}>
            {copy.save}
          </Button>
        </div>
      </form>
    </Block>
  )
}
