import type { ReactNode } from 'react'
import { studentCopy } from '@/copy/student'
import { GRID_DAYS, pageDays } from '@/lib/calendar'
import { addDays, today } from '@/lib/time'
import { useIsWide } from '@/ui/useIsWide'
import classes from './AvailableClasses.module.css'
import { ClockNote } from './ClockNote'
import { DayNavigation } from './DayNavigation'

interface AvailableClassesProps {
  zone: string
  teacherZone: string | null
  /** The selected date, or `null`. */
  day: string | null
  /** The last day that can be booked. */
  lastDay: string
  /** The price of a class. */
  price?: ReactNode
  onDay: (day: string) => void
  children: ReactNode
}

/** Focus returns to this element if the slot that opened a dialog is gone. */
export const AVAILABLE_TITLE_ID = 'available-classes'

/** 'Available Classes': the time zone of the times, and the free slots as children. */
export function AvailableClasses(props: AvailableClassesProps) {
  const { zone, teacherZone, day, lastDay, price, onDay, children } = props
  const wide = useIsWide()
  const earliest = today(zone)
  return (
    <section aria-labelledby={AVAILABLE_TITLE_ID}>
      <div className={classes.head}>
        <h2 id={AVAILABLE_TITLE_ID} tabIndex={-1}>
          {studentCopy.slots.title}
        </h2>
        {wide && day && (
          <DayNavigation
            canGoBack={day > earliest}
            canGoForward={addDays(day, GRID_DAYS) <= lastDay}
            onPage={(direction) => onDay(pageDays(day, direction, earliest))}
          />
        )}
      </div>
      {price}
      <ClockNote zone={zone} teacherZone={teacherZone} />
      {children}
    </section>
  )
}
