import { AccountPanel } from '@/account/AccountPanel'
import { AccountSettings } from '@/account/AccountSettings'
import { CalendarFeed } from '@/account/CalendarFeed'
import { FamilySection } from '@/account/FamilySection'
import { accountCopy as copy } from '@/copy/account'
import classes from '@/student/Panel.module.css'
import { StudentSectionTitle } from '@/student/StudentSectionTitle'

/** 'My Account': profile, emails, calendar feed, data export and account deletion (D32, D35). */
export function StudentAccount() {
  return (
    <div className={classes.panel}>
      <StudentSectionTitle title={copy.title}>{copy.title}</StudentSectionTitle>
      <p className={classes.lead}>{copy.lead}</p>
      <AccountPanel>
        <AccountSettings />
        <FamilySection />
        <CalendarFeed />
      </AccountPanel>
    </div>
  )
}
