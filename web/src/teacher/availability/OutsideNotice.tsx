import { Alert } from '@mantine/core'
import type { OutsideBooking } from '@/api/teacherTypes'
import { teacherCopy } from '@/copy/teacher'
import { When } from '@/ui/When'
import classes from './Availability.module.css'

const copy = teacherCopy.availability
const MOST = 5

/** Booked classes that the hours do not cover. They stand (D13). */
export function OutsideNotice({ bookings }: { bookings: readonly OutsideBooking[] }) {
  if (bookings.length === 0) return null
  return (
    <Alert color="yellow" role="status" title={copy.outsideTitle(bookings.length)} className={classes.notice}>
      {copy.outside}
      <ul className={classes.list}>
        {bookings.slice(0, MOST).map(({ _id, dateTime, studentName }) => (
          <li key={_id}>
            <When at={dateTime} /> · {studentName}
          </li>
        ))}
        {bookings.length > MOST && <li>{copy.outsideMore(bookings.length - MOST)}</li>}
      </ul>
    </Alert>
  )
}
