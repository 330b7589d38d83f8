import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { familyClassesQuery } from '@/api/learners'
import type { Booking } from '@/api/types'
import { familyWeekCopy as copy } from '@/copy/familyWeek'
import { classTypeLabel } from '@/copy/labels'
import { formatCalendarDay, formatTimeRange, today } from '@/lib/time'
import { usePerson } from '@/session/useSession'
import { QueryBoundary } from '@/ui/QueryBoundary'
import classes from './FamilyWeek.module.css'
import { classesByDay } from './familyWeek'
import { type FamilyMember, useFamilyMembers } from './useFamilyMembers'

/** The classes of all students of the account in the next seven days, by day. */
export function FamilyWeek({ zone }: { zone: string }) {
  const titleId = useId()
  const found = useQuery(familyClassesQuery())
  const members = useFamilyMembers()
  const now = today(zone)
  return (
    <section className={classes.week} aria-labelledby={titleId}>
      <h2 id={titleId}>{copy.title}</h2>
      <QueryBoundary query={found} loading={copy.loading} failed={copy.loadFailed} height={96}>
        {(data) => {
          const days = classesByDay(data.classes, zone, now)
          if (days.length === 0) return <p className={classes.none}>{copy.none}</p>
          return (
            <ul className={classes.days}>
              {days.map(([day, bookings]) => (
                <li key={day} className={classes.day}>
                  <h3>{day === now ? copy.today(formatCalendarDay(day)) : formatCalendarDay(day)}</h3>
                  <ul className={classes.classes}>
                    {bookings.map((booking) => (
                      <li key={booking._id}>
                        <ClassOfMember booking={booking} members={members} zone={zone} />
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </ul>
          )
        }}
      </QueryBoundary>
    </section>
  )
}

interface ClassOfMemberProps {
  booking: Booking
  members: FamilyMember[]
  zone: string
}

/** One class. The name leads to the classes of that student: another page load, unless the page is for them. */
function ClassOfMember({ booking, members, zone }: ClassOfMemberProps) {
  const { id: current } = usePerson()
  const { studentId, studentName, title, classTypeKey, teacherName } = booking
  const name = members.find(({ id }) => id === studentId)?.name ?? studentName
  const href =
    studentId === current
      ? '#activeclasses'
      : `/booking?learner=${encodeURIComponent(studentId)}#activeclasses`
  return (
    <>
      <span className={classes.time}>{formatTimeRange(booking.dateTime, booking.endDateTime, zone)}</span>{' '}
      <Anchor href={href} inherit underline="always" c="var(--brand)">
        {name}
      </Anchor>{' '}
      <span className={classes.detail}>
        {title || classTypeLabel(classTypeKey)} {copy.with(teacherName)}
      </span>
    </>
  )
}
