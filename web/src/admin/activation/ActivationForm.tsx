import { Alert, Button, PasswordInput, TextInput } from '@mantine/core'
import admin from '@/admin/Admin.module.css'
import type { AdminActivation } from '@/api/adminAccount'
import { serverFirstErrorText } from '@/api/errorText'
import { adminActivationCopy } from '@/copy/adminActivation'
import { adminAdminsCopy } from '@/copy/adminAdmins'
import { DescriptionList } from '@/ui/DescriptionList'
import { AuthenticatorSetup } from './AuthenticatorSetup'
import { useActivation } from './useActivation'

const copy = adminActivationCopy

interface ActivationFormProps {
  token: string
  account: AdminActivation
}

/** The account, its authenticator, and the form for the password. */
export function ActivationForm({ token, account }: ActivationFormProps) {
  const { form, isPending, error, submit } = useActivation(token, account.username)
  return (
    <form className={admin.card} onSubmit={submit} noValidate aria-label={copy.title}>
      <DescriptionList
        items={[
          { label: copy.account.username, value: account.username },
          { label: copy.account.role, value: adminAdminsCopy.roles[account.role] },
        ]}
      />
      <AuthenticatorSetup link={account.setupLink} setupKey={account.setupKey} />
      <fieldset className={admin.fields} disabled={isPending}>
        {/* Tells password managers whose password it is. */}
        <input type="text" autoComplete="username" value={account.username} readOnly hidden />
        <TextInput
          label={copy.form.code}
          description={copy.form.codeHint}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={20}
          {...form.getInputProps('code')}
        />
        <PasswordInput
          label={copy.form.password}
          description={copy.form.passwordHint}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': copy.form.show }}
          {...form.getInputProps('password')}
        />
        <PasswordInput
          label={copy.form.repeat}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': copy.form.show }}
          {...form.getInputProps('repeat')}
        />
      </fieldset>
      {error && Object.keys(error.fieldErrors).length === 0 && (
        <Alert color="red" role="alert" mt="md">
          {serverFirstErrorText(error, copy.form.failed)}
        </Alert>
      )}
      <div className={admin.foot}>
        <Button type="submit" loading={isPending}>
          {copy.form.button}
        </Button>
      </div>
    </form>
  )
}
