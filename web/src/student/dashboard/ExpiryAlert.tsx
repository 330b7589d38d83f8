import { Alert } from '@mantine/core'
import { IconHourglassLow } from '@tabler/icons-react'
import { studentCopy } from '@/copy/student'
import { browserZone, expiryWarningDays } from '@/lib/time'
import { dateTimeText } from '@/student/classTimeText'
import classes from './ExpiryAlert.module.css'

interface ExpiryAlertProps {
  credits: number
  expiry: string | null
  now: number
  /** Days before expiry from which the warning is shown. */
  limitDays: number
}

/** Warns of credits that expire soon; nothing if no credits are left (SPEC §4). */
export function ExpiryAlert({ credits, expiry, now, limitDays }: ExpiryAlertProps) {
  const days = credits > 0 ? expiryWarningDays(expiry, now, limitDays) : null
  if (days === null) return null
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconHourglassLow aria-hidden />}
      role="status"
      className={classes.alert}
    >
      <b>{studentCopy.expiry.alert(days)}</b> {studentCopy.expiry.next(dateTimeText(expiry, browserZone()))}
    </Alert>
  )
}
