import { Alert } from '@mantine/core'
import type { OutsideClass } from '@/api/teacherTypes'
import { teacherCopy } from '@/copy/teacher'
import { DateTime } from '@/ui/DateTime'
import classes from './Availability.module.css'

const copy = teacherCopy.availability
const MAX_SHOWN = 5

/** Booked classes outside the hours. They are not cancelled (D13). */
export function OutsideBookingsNotice({ bookings }: { bookings: readonly OutsideClass[] }) {
  if (bookings.length === 0) return null
  return (
    <Alert color="yellow" role="status" title={copy.outsideTitle(bookings.length)} className={classes.notice}>
      {copy.outside(bookings.length)}
      <ul className={classes.list}>
        {bookings.slice(0, MAX_SHOWN).map(({ _id, dateTime, studentName }) => (
          <li key={_id}>
            <DateTime instant={dateTime} /> · {studentName}
          </li>
        ))}
        {bookings.length > MAX_SHOWN && <li>{copy.outsideMore(bookings.length - MAX_SHOWN)}</li>}
      </ul>
    </Alert>
  )
}
