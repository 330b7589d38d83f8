import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ActionDialog } from '@/admin/ActionDialog'
import { useAdminMutation } from '@/admin/useAdminMutation'
import { addAdmin } from '@/api/adminAccount'
import { adminAdminsCopy } from '@/copy/adminAdmins'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import { type AdminRole, RoleField } from './RoleField'
import type { ShownLink } from './ShownLink'

const copy = adminAdminsCopy.form

interface NewAdminDialogProps {
  /** Receives the activation link. */
  onLink: (link: ShownLink) => void
  onClose: () => void
}

/** Dialog that adds an administrator. */
export function NewAdminDialog({ onLink, onClose }: NewAdminDialogProps) {
  const form = useForm<{ username: string; role: AdminRole | null }>({
    initialValues: { username: '', role: null },
    validate: {
      username: (name) => (name.trim() ? null : copy.errors.username),
      role: (role) => (role ? null : copy.errors.role),
    },
  })
  const adding = useAdminMutation(addAdmin, {
    onSuccess: ({ activationLink, expiresAt }) => {
      onClose()
      // As the server stores it.
      const name = form.values.username.trim().toLowerCase()
      onLink({ kind: 'activation', name, link: activationLink, expiresAt })
    },
    onError: ({ fieldErrors }) => {
      form.setErrors(fieldErrors)
      focusFirstError()
    },
  })
  const focusFirstError = useFocusFirstError(adding.isPending)
  const send = ({ username, role }: typeof form.values) => {
    if (role) adding.send({ username: username.trim(), role })
  }
  return (
    <ActionDialog
      title={copy.title}
      description={copy.happens}
      confirmLabel={copy.confirm}
      failureMessage={copy.failed}
      action={adding}
      onSubmit={form.onSubmit(send, focusFirstError)}
      onClose={onClose}
    >
      <TextInput
        label={copy.username}
        description={copy.usernameHint}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        data-autofocus
        {...form.getInputProps('username')}
      />
      <RoleField
        value={form.values.role}
        error={form.errors.role}
        onChange={(role) => form.setFieldValue('role', role)}
      />
    </ActionDialog>
  )
}
