import { PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useAdminMutation } from '@/admin/useAdminMutation'
import { type AdminProposedAuthenticator, createAuthenticator } from '@/api/adminAccount'
import type { Admin } from '@/api/adminTypes'
import { adminAccountCopy } from '@/copy/adminAccount'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import { AccountForm } from './AccountForm'
import { ConfirmAuthenticatorDialog } from './ConfirmAuthenticatorDialog'

const copy = adminAccountCopy.authenticator

/** Form that replaces the administrator's own authenticator, after a code of the new one. */
export function AuthenticatorForm({ admin: { username, totp } }: { admin: Admin }) {
  const [proposed, setProposed] = useState<AdminProposedAuthenticator | null>(null)
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: {
      password: (password) => (password ? null : copy.passwordMissing),
      code: (code) => (totp && !code.trim() ? copy.codeMissing : null),
    },
  })
  const mutation = useAdminMutation(
    ({ password, code }: typeof form.values) => createAuthenticator(password, code.trim()),
    {
      onSuccess: (created) => {
        form.reset()
        setProposed(created)
      },
      onError: ({ fieldErrors }) => {
        form.setErrors(fieldErrors)
        focusFirstError()
      },
    },
  )
  const focusFirstError = useFocusFirstError(mutation.isPending)
  return (
    <>
      <AccountForm
        title={copy.title}
        username={username}
        hint={totp ? copy.replaceHint : copy.setUpHint}
        submitLabel={totp ? copy.replace : copy.setUp}
        isPending={mutation.isPending}
        error={mutation.error}
        failureMessage={copy.failed}
        onSubmit={form.onSubmit(mutation.send, focusFirstError)}
      >
        <PasswordInput
          label={copy.password}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': copy.show }}
          {...form.getInputProps('password')}
        />
        {totp && (
          <TextInput
            label={copy.code}
            inputMode="numeric"
            autoComplete="one-time-code"
            {...form.getInputProps('code')}
          />
        )}
      </AccountForm>
      {proposed && <ConfirmAuthenticatorDialog proposed={proposed} onClose={() => setProposed(null)} />}
    </>
  )
}
