import { Alert, Anchor } from '@mantine/core'
import { IconHourglassLow } from '@tabler/icons-react'
import type { CreditHistory, StudentProfile } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { studentChildCopy } from '@/copy/studentChild'
import { useChild } from '@/family/childName'
import { displayZone, epochMs, formatDay } from '@/lib/time'
import classes from './ExpiryAlert.module.css'

interface ExpiryAlertProps {
  days: number
  lots: CreditHistory['lots']
  profile: StudentProfile
  /** Leads to the available times. */
  onBook: () => void
}

const copy = studentCopy.expiry

/** Warns of credits that expire soon (SPEC §4). */
export function ExpiryAlert({ days, lots, profile, onBook }: ExpiryAlertProps) {
  const child = useChild()
  const { classCredits, classCreditsExpiry: expiry } = profile
  const expiring = lots
    .filter((lot) => epochMs(lot.expiresAt) === epochMs(expiry))
    .reduce((sum, lot) => sum + lot.remaining, 0)
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconHourglassLow aria-hidden />}
      role="status"
      className={classes.alert}
    >
      <b>{child ? studentChildCopy.expiring(child, days) : copy.alert(days)}</b>{' '}
      <span className={classes.detail}>
        {expiring > 0 && copy.next(expiring, classCredits, formatDay(expiry, displayZone()))}
      </span>{' '}
      <Anchor component="button" type="button" inherit underline="always" c="inherit" onClick={onBook}>
        {copy.book}
      </Anchor>
    </Alert>
  )
}
