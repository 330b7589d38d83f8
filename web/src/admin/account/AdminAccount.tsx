import { useQuery } from '@tanstack/react-query'
import { PageHeader } from '@/admin/PageHeader'
import { Section } from '@/admin/Section'
import { adminQuery } from '@/api/admin'
import type { Admin } from '@/api/adminTypes'
import { adminAccountCopy as copy } from '@/copy/adminAccount'
import { DescriptionList } from '@/ui/DescriptionList'
import classes from './Account.module.css'
import { AuthenticatorForm } from './AuthenticatorForm'
import { PasswordForm } from './PasswordForm'
import { Sessions } from './Sessions'

/** The administrator's own account: details, sessions, password and authenticator (D7). */
export function AdminAccount() {
  const admin = useQuery(adminQuery()).data
  return (
    <>
      <PageHeader title={copy.title} lead={copy.lead} />
      <div className={classes.page}>
        {admin && <AccountDetails admin={admin} />}
        <Sessions />
        <PasswordForm username={admin?.username ?? ''} />
        {admin && <AuthenticatorForm admin={admin} />}
      </div>
    </>
  )
}

function AccountDetails({ admin: { username, role, totp } }: { admin: Admin }) {
  return (
    <Section title={copy.who}>
      <DescriptionList
        items={[
          { label: copy.username, value: username },
          { label: copy.role, value: copy.roles[role] },
          { label: copy.totp, value: totp ? copy.totpOn : copy.totpOff },
        ]}
      />
    </Section>
  )
}
