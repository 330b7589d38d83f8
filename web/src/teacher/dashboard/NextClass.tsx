import type { Booking } from '@/api/types'
import { teacherCopy } from '@/copy/teacher'
import { MeetingLink } from '@/teacher/classes/MeetingLink'
import { When } from '@/ui/When'
import classes from './Calendar.module.css'

const copy = teacherCopy.dashboard

/** The soonest class that has not ended, with the way in: teachers look here between two classes. */
export function NextClass({ ahead }: { ahead: readonly Booking[] }) {
  const [next] = ahead
  if (!next) return null
  const together = ahead.filter(({ slotId }) => slotId === next.slotId)
  const names = together.map(({ studentName }) => studentName).join(', ')
  return (
    <section className={classes.next} aria-labelledby="next-class">
      <div>
        <h2 id="next-class">{copy.nextClass}</h2>
        <p>
          <b>
            <When at={next.dateTime} />
          </b>
          <span>{copy.nextWith(next.classTypeKey, names)}</span>
        </p>
      </div>
      <MeetingLink
        taught={{ dateTime: next.dateTime, link: next.googleMeetLink, status: next.bookingStatus }}
        student={names}
      />
    </section>
  )
}
