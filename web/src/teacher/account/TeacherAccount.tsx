import { AccountPanel } from '@/account/AccountPanel'
import { AccountSettings } from '@/account/AccountSettings'
import { FamilySection } from '@/account/FamilySection'
import { accountCopy as copy } from '@/copy/account'
import { teacherCopy } from '@/copy/teacher'
import { TeacherSectionTitle } from '@/teacher/TeacherSectionTitle'

/** 'My Account': profile, emails, data export and account deletion (D35). */
export function TeacherAccount() {
  return (
    <>
      <TeacherSectionTitle title={copy.title} lead={copy.lead} />
      <AccountPanel>
        <AccountSettings languageHint={teacherCopy.languageHint} />
        <FamilySection />
      </AccountPanel>
    </>
  )
}
