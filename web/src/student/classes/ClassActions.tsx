import { Button, VisuallyHidden } from '@mantine/core'
import type { Booking } from '@/api/types'
import { changesCopy } from '@/copy/changes'
import { formatDay, formatTime } from '@/lib/time'
import { policyWords, type Terms } from '@/student/promise'
import classes from './Classes.module.css'
import { cancelBrings } from './changes'

export type Change = 'cancel' | 'move'

interface ClassActionsProps {
  booking: Booking
  terms: Terms | undefined
  zone: string
  now: number
  onChange: (change: Change, booking: Booking) => void
}

const copy = changesCopy

/** Moving and cancelling a class, or why that is over. */
export function ClassActions({ booking, terms, zone, now, onChange }: ClassActionsProps) {
  const brings = cancelBrings(booking, terms, now)
  if (!brings) return '–'
  if (brings === 'none') return <span className={classes.note}>{copy.tooLate}</span>
  const named = (
    <VisuallyHidden>
      {copy.named(formatDay(booking.dateTime, zone), formatTime(booking.dateTime, zone))}
    </VisuallyHidden>
  )
  return (
    <div className={classes.actions}>
      {booking.policy?.mayReschedule && (
        <Button variant="default" px="md" onClick={() => onChange('move', booking)}>
          {copy.move}
          {named}
        </Button>
      )}
      <Button variant="default" px="md" onClick={() => onChange('cancel', booking)}>
        {copy.cancel}
        {named}
      </Button>
      {booking.policy && (
        <p className={classes.promise}>
          {policyWords(booking.policy, {
            zone,
            teacherZone: booking.teacherTimeZone,
            now,
          })}
        </p>
      )}
    </div>
  )
}
