import { useQuery } from '@tanstack/react-query'
import { Block } from '@/admin/Block'
import { Title } from '@/admin/Title'
import { adminQuery } from '@/api/admin'
import type { Admin } from '@/api/adminTypes'
import { adminAccountCopy as copy } from '@/copy/adminAccount'
import { Facts } from '@/ui/Facts'
import classes from './Account.module.css'
import { PasswordForm } from './PasswordForm'
import { Sessions } from './Sessions'

/** The own account: who one is here, in which browsers, and with which password (D7). */
export function Account() {
  const admin = useQuery(adminQuery()).data
  return (
    <>
      <Title title={copy.title} lead={copy.lead} />
      <div className={classes.page}>
        {admin && <Who admin={admin} />}
        <Sessions />
        <PasswordForm username={admin?.username ?? ''} />
      </div>
    </>
  )
}

function Who({ admin: { username, role, totp } }: { admin: Admin }) {
  return (
    <Block title={copy.who}>
      <Facts
        facts={[
          { label: copy.username, value: username },
          { label: copy.role, value: copy.roles[role] },
          { label: copy.totp, value: totp ? copy.totpOn : copy.totpOff },
        ]}
      />
    </Block>
  )
}
