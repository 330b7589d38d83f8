import { AccountPanel } from '@/account/AccountPanel'
import { accountCopy as copy } from '@/copy/account'
import { SectionTitle } from '@/teacher/SectionTitle'

/** 'My Account': the teacher's data, and the way out (D35). */
export function MyAccount() {
  return (
    <>
      <SectionTitle title={copy.title} lead={copy.lead} />
      <AccountPanel />
    </>
  )
}
