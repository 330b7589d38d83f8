import { Alert, Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import adminClasses from '@/admin/Admin.module.css'
import { AuthenticatorSetup } from '@/admin/activation/AuthenticatorSetup'
import { useAdminMutation } from '@/admin/useAdminMutation'
import { type AdminProposedAuthenticator, confirmAuthenticator } from '@/api/adminAccount'
import { serverFirstErrorText } from '@/api/errorText'
import { adminAccountCopy } from '@/copy/adminAccount'
import { Dialog } from '@/ui/Dialog'
import { toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import { useReturnFocus } from '@/ui/useReturnFocus'

const copy = adminAccountCopy.authenticator

interface ConfirmAuthenticatorDialogProps {
  proposed: AdminProposedAuthenticator
  onClose: () => void
}

/** Shows a new authenticator once and asks for its code. Until then the current one stays in use. */
export function ConfirmAuthenticatorDialog({ proposed, onClose }: ConfirmAuthenticatorDialogProps) {
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => (code.trim() ? null : copy.codeMissing) },
  })
  const mutation = useAdminMutation(
    ({ code }: typeof form.values) => confirmAuthenticator(proposed.proposal, code.trim()),
    {
      onSuccess: () => {
        toastSuccess(copy.done)
        onClose()
      },
      onError: ({ fieldErrors }) => {
        form.setErrors(fieldErrors)
        focusFirstError()
      },
    },
  )
  const focusFirstError = useFocusFirstError(mutation.isPending)
  const { error, isPending } = mutation
  useReturnFocus()
  return (
    <Dialog
      opened
      onClose={() => {
        if (!isPending) onClose()
      }}
      title={copy.newTitle}
      classNames={{ title: adminClasses.modalTitle }}
      closeOnClickOutside={false}
      closeOnEscape={!isPending}
      withCloseButton={false}
    >
      <p>{copy.newHint}</p>
      <AuthenticatorSetup link={proposed.setupLink} setupKey={proposed.setupKey} />
      <form onSubmit={form.onSubmit(mutation.send, focusFirstError)} noValidate aria-label={copy.newTitle}>
        <TextInput
          label={copy.newCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          disabled={isPending}
          data-autofocus
          {...form.getInputProps('code')}
        />
        {error && Object.keys(error.fieldErrors).length === 0 && (
          <Alert color="red" role="alert" mt="md">
            {serverFirstErrorText(error, copy.failed)}
          </Alert>
        )}
        <div className={adminClasses.foot}>
          <Button variant="default" onClick={onClose} disabled={isPending}>
            {copy.cancel}
          </Button>
          <Button type="submit" loading={isPending}>
            {copy.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
