import { AccountPanel } from '@/account/AccountPanel'
import { CalendarFeed } from '@/account/CalendarFeed'
import { accountCopy as copy } from '@/copy/account'
import classes from '@/student/Panel.module.css'
import { SectionTitle } from '@/student/SectionTitle'

/** 'My Account': the calendar feed, the student's data, and the way out (D32, D35). */
export function MyAccount() {
  return (
    <div className={classes.panel}>
      <SectionTitle title={copy.title}>{copy.title}</SectionTitle>
      <p className={classes.lead}>{copy.lead}</p>
      <AccountPanel>
        <CalendarFeed />
      </AccountPanel>
    </div>
  )
}
