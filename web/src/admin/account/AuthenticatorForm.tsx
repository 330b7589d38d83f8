import { Alert, Button, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import adminClasses from '@/admin/Admin.module.css'
import { AuthenticatorSetup } from '@/admin/activation/AuthenticatorSetup'
import { Section } from '@/admin/Section'
import { useAdminMutation } from '@/admin/useAdminMutation'
import { renewAuthenticator } from '@/api/adminAccount'
import type { Admin } from '@/api/adminTypes'
import { serverFirstErrorText } from '@/api/errorText'
import { adminAccountCopy } from '@/copy/adminAccount'
import { Dialog } from '@/ui/Dialog'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import classes from './Account.module.css'

const copy = adminAccountCopy.authenticator

interface NewAuthenticator {
  setupLink: string
  setupKey: string
}

/** Form that replaces the administrator's own authenticator; the new one is shown once. */
export function AuthenticatorForm({ admin: { username, totp } }: { admin: Admin }) {
  const [shown, setShown] = useState<NewAuthenticator | null>(null)
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: {
      password: (password) => (password ? null : copy.passwordMissing),
      code: (code) => (totp && !code.trim() ? copy.codeMissing : null),
    },
  })
  const mutation = useAdminMutation(
    ({ password, code }: typeof form.values) => renewAuthenticator(password, code.trim()),
    {
      onSuccess: (created) => {
        form.reset()
        setShown(created)
      },
      onError: ({ fieldErrors }) => {
        form.setErrors(fieldErrors)
        focusFirstError()
      },
    },
  )
  const focusFirstError = useFocusFirstError(mutation.isPending)
  const { error } = mutation
  return (
    <Section title={copy.title}>
      <form
        className={adminClasses.card}
        onSubmit={form.onSubmit(mutation.send, focusFirstError)}
        noValidate
        aria-label={copy.title}
      >
        <fieldset className={adminClasses.fields} disabled={mutation.isPending}>
          {/* For password managers. */}
          <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
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
        </fieldset>
        {error && Object.keys(error.fieldErrors).length === 0 && (
          <Alert color="red" role="alert" mt="md">
            {serverFirstErrorText(error, copy.failed)}
          </Alert>
        )}
        <p className={classes.hint}>{totp ? copy.replaceHint : copy.setUpHint}</p>
        <div className={adminClasses.foot}>
          <Button type="submit" loading={mutation.isPending}>
            {totp ? copy.replace : copy.setUp}
          </Button>
        </div>
      </form>
      {shown && <ShownAuthenticator shown={shown} onClose={() => setShown(null)} />}
    </Section>
  )
}

/** The new authenticator. It cannot be loaded again, so only the button closes it. */
function ShownAuthenticator({ shown, onClose }: { shown: NewAuthenticator; onClose: () => void }) {
  return (
    <Dialog
      opened
      onClose={() => undefined}
      title={copy.newTitle}
      classNames={{ title: adminClasses.modalTitle }}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <p>{copy.newHint}</p>
      <AuthenticatorSetup link={shown.setupLink} setupKey={shown.setupKey} />
      <div className={adminClasses.foot}>
        <Button onClick={onClose}>{copy.close}</Button>
      </div>
    </Dialog>
  )
}
