import { AccountPanel } from '@/account/AccountPanel'
import { accountCopy as copy } from '@/copy/account'
import { TeacherSectionTitle } from '@/teacher/TeacherSectionTitle'

/** 'My Account': data export and account deletion (D35). */
export function TeacherAccount() {
  return (
    <>
      <TeacherSectionTitle title={copy.title} lead={copy.lead} />
      <AccountPanel />
    </>
  )
}
