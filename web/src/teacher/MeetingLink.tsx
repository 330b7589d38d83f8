import type { Booking } from '@/api/types'
import { teacherCopy } from '@/copy/teacher'
import { isJoinTime } from '@/lib/time'
import { useMinute } from '@/ui/useMinute'
import classes from './TeacherPage.module.css'

const copy = teacherCopy.dashboard

/** The way into a class; stands out from ten minutes before it (D37). */
export function MeetingLink({ booking }: { booking: Booking }) {
  const now = useMinute()
  if (!booking.googleMeetLink) return <span>{copy.noLink}</span>
  return (
    <a
      className={classes.join}
      data-now={isJoinTime(booking.dateTime, booking.endDateTime, now) ? true : undefined}
      href={booking.googleMeetLink}
      target="_blank"
      rel="noreferrer"
      aria-label={copy.joinWith(booking.studentName)}
    >
      {copy.join}
    </a>
  )
}
