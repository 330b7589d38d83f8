import { Button, VisuallyHidden } from '@mantine/core'
import type { Booking } from '@/api/types'
import { bookedPolicyLines, type CancellationTerms } from '@/checkout/cancellationPolicy'
import { changesCopy } from '@/copy/changes'
import { epochMs, formatDay, formatTime } from '@/lib/time'
import { PolicyLines } from '@/ui/PolicyLines'
import classes from './Classes.module.css'
import { cancellationOutcome } from './cancellationOutcome'

export type ClassChange = 'cancel' | 'move'

interface ClassActionsProps {
  booking: Booking
  terms: CancellationTerms | undefined
  zone: string
  now: number
  onChange: (change: ClassChange, booking: Booking) => void
}

const copy = changesCopy

/** Buttons to reschedule and cancel a class, or why that is no longer possible. */
export function ClassActions({ booking, terms, zone, now, onChange }: ClassActionsProps) {
  const outcome = cancellationOutcome(booking, terms, now)
  if (!outcome) return '–'
  if (outcome === 'none') {
    const isStarted = epochMs(booking.dateTime) <= now
    return <span className={classes.note}>{isStarted ? copy.started : copy.tooLate}</span>
  }
  const label = (
    <VisuallyHidden>
      {copy.named(formatDay(booking.dateTime, zone), formatTime(booking.dateTime, zone))}
    </VisuallyHidden>
  )
  return (
    <div className={classes.actions}>
      {booking.policy?.mayReschedule && (
        <Button variant="default" px="md" onClick={() => onChange('move', booking)}>
          {copy.move}
          {label}
        </Button>
      )}
      <Button variant="default" px="md" onClick={() => onChange('cancel', booking)}>
        {copy.cancel}
        {label}
      </Button>
      {booking.policy && <PolicyLines lines={bookedPolicyLines(booking.policy, { zone, now })} />}
    </div>
  )
}
