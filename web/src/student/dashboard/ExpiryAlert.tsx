import { Alert, Anchor } from '@mantine/core'
import { IconHourglassLow } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { creditHistoryQuery } from '@/api/bookings'
import { studentCopy } from '@/copy/student'
import { browserZone, epochMs, expiryWarningDays, formatDay } from '@/lib/time'
import classes from './ExpiryAlert.module.css'

interface ExpiryAlertProps {
  studentId: string
  credits: number
  expiry: string | null
  now: number
  /** Days before expiry from which the warning is shown. */
  limitDays: number
  /** Leads to the available times. */
  onBook: () => void
}

const copy = studentCopy.expiry

/** Warns of credits that expire soon; nothing if no credits are left (SPEC §4). */
export function ExpiryAlert({ studentId, credits, expiry, now, limitDays, onBook }: ExpiryAlertProps) {
  const days = credits > 0 ? expiryWarningDays(expiry, now, limitDays) : null
  const { data: history } = useQuery({ ...creditHistoryQuery(studentId), enabled: days !== null })
  if (days === null) return null
  const expiring = history?.lots
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
      <b>{copy.alert(days)}</b>{' '}
      <span className={classes.detail}>
        {expiring ? copy.next(expiring, credits, formatDay(expiry, browserZone())) : null}
      </span>{' '}
      <Anchor component="button" type="button" inherit underline="always" c="inherit" onClick={onBook}>
        {copy.book}
      </Anchor>
    </Alert>
  )
}
