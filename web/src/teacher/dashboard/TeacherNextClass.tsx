import type { Booking } from '@/api/types'
import { teacherCopy } from '@/copy/teacher'
import { MeetingLink } from '@/teacher/classes/MeetingLink'
import { DateTime } from '@/ui/DateTime'
import classes from './Calendar.module.css'

const copy = teacherCopy.dashboard

/** The next class that has not ended, with its meeting link. */
export function TeacherNextClass({ ahead: upcoming }: { ahead: readonly Booking[] }) {
  const [next] = upcoming
  if (!next) return null
  const sameClass = upcoming.filter(({ slotId }) => slotId === next.slotId)
  const names = sameClass.map(({ studentName }) => studentName).join(', ')
  return (
    <section className={classes.next} aria-labelledby="next-class">
      <div>
        <h2 id="next-class">{copy.nextClass}</h2>
        <p>
          <b>
            <DateTime instant={next.dateTime} />
          </b>
          <span>{copy.nextWith(next.classTypeKey, names)}</span>
        </p>
      </div>
      <MeetingLink
        classView={{ dateTime: next.dateTime, link: next.googleMeetLink, status: next.bookingStatus }}
        student={names}
      />
    </section>
  )
}
