import { Alert } from '@mantine/core'
import { IconHourglassLow } from '@tabler/icons-react'
import { studentCopy } from '@/copy/student'
import { browserZone, warningDays } from '@/lib/time'
import { momentWords } from '@/student/classFacts'
import classes from './ExpiryAlert.module.css'

interface ExpiryAlertProps {
  credits: number
  expiry: string | null
  now: number
  /** From how many days before expiry the warning shows. */
  limitDays: number
}

/** Warns of credits that expire within the week; silent when there are none left to lose (SPEC §4). */
export function ExpiryAlert({ credits, expiry, now, limitDays }: ExpiryAlertProps) {
  const days = credits > 0 ? warningDays(expiry, now, limitDays) : null
  if (days === null) return null
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconHourglassLow aria-hidden />}
      role="status"
      className={classes.alert}
    >
      <b>{studentCopy.expiry.alert(days)}</b> {studentCopy.expiry.next(momentWords(expiry, browserZone()))}
    </Alert>
  )
}
