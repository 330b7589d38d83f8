import { teacherCopy } from '@/copy/teacher'
import { formatCalendarDay } from '@/lib/time'
import type { CalendarEntry } from '@/ui/WeekCalendar'
import classes from './Calendar.module.css'

interface OutsideHoursProps {
  entries: readonly CalendarEntry[]
  onOpen: (id: string) => void
}

/** Classes outside the hours that the calendar shows (SPEC §9). */
export function OutsideHours({ entries, onOpen }: OutsideHoursProps) {
  if (entries.length === 0) return null
  const sorted = [...entries].sort((one, other) => one.start.localeCompare(other.start))
  return (
    <div className={classes.outside}>
      <h3 id="outside-hours">{teacherCopy.calendar.outside}</h3>
      <ul aria-labelledby="outside-hours">
        {sorted.map(({ id, start, time, title, kind, cancelled }) => (
          <li key={id}>
            <button
              type="button"
              data-kind={kind}
              data-cancelled={cancelled || undefined}
              onClick={() => onOpen(id)}
            >
              <b>{title}</b> {formatCalendarDay(start.slice(0, 10))}, {time}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
