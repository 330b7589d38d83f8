import { PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useAdminMutation } from '@/admin/useAdminMutation'
import { changePassword } from '@/api/adminAccount'
import { adminAccountCopy } from '@/copy/adminAccount'
import { toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import { AccountForm } from './AccountForm'
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
  return (
    <AccountForm
      title={copy.title}
      username={username}
      hint={copy.hint}
      submitLabel={copy.save}
      isPending={mutation.isPending}
      error={mutation.error}
      failureMessage={copy.failed}
      onSubmit={form.onSubmit(mutation.send, focusFirstError)}
    >
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
    </AccountForm>
  )
}
