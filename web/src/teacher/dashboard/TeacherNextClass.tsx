import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { publishedQuery } from '@/api/teacherClasses'
import type { PublishedClass } from '@/api/teacherTypes'
import type { Booking } from '@/api/types'
import { teacherCopy } from '@/copy/teacher'
import { clock } from '@/lib/clock'
import { toInstant } from '@/lib/localDateTime'
import { addDays, displayZone, epochMs, today } from '@/lib/time'
import { usePerson } from '@/session/useSession'
import { MeetingLink } from '@/teacher/classes/MeetingLink'
import { DateTime } from '@/ui/DateTime'
import classes from './Calendar.module.css'

const copy = teacherCopy.dashboard
const DAYS_AHEAD = 92

/** The next booked class with its meeting link; without one, the next published class. */
export function TeacherNextClass({ ahead: upcoming }: { ahead: readonly Booking[] }) {
  const published = useNextPublished()
  const [next] = upcoming
  if (published && !next) {
    const { dateTime, title, classTypeKey, seatsTaken, capacity } = published
    return (
      <NextClass dateTime={dateTime}>
        <span>{teacherCopy.calendar.open(title || classTypeKey, seatsTaken, capacity)}</span>
      </NextClass>
    )
  }
  if (!next) return null
  const sameClass = upcoming.filter(({ slotId }) => slotId === next.slotId)
  const names = sameClass.map(({ studentName }) => studentName).join(', ')
  return (
    <NextClass
      dateTime={next.dateTime}
      link={
        <MeetingLink
          classView={{ dateTime: next.dateTime, link: next.googleMeetLink, status: next.bookingStatus }}
          student={names}
        />
      }
    >
      <span>{copy.nextWith(next.title || `${next.classTypeKey} class`, names)}</span>
    </NextClass>
  )
}

interface NextClassProps {
  dateTime: string
  link?: ReactNode
  children: ReactNode
}

function NextClass({ dateTime, link, children }: NextClassProps) {
  return (
    <section className={classes.next} aria-labelledby="next-class">
      <div>
        <h2 id="next-class">{copy.nextClass}</h2>
        <p>
          <b>
            <DateTime instant={dateTime} />
          </b>
          {children}
        </p>
      </div>
      {link}
    </section>
  )
}

/** The next published class without students, until it starts; the others are among the bookings. */
function useNextPublished(): PublishedClass | undefined {
  const person = usePerson()
  const day = today(displayZone())
  const midnight = (date: string) => toInstant(`${date}T00:00`, displayZone()) ?? ''
  const published = useQuery(publishedQuery(person.id, midnight(day), midnight(addDays(day, DAYS_AHEAD))))
  return published.data?.find((one) => one.students.length === 0 && epochMs(one.dateTime) > clock.now())
}
