import { Button, SegmentedControl } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { teacherCopy } from '@/copy/teacher'
import { today } from '@/lib/time'
import { IconButton } from '@/ui/IconButton'
import type { CalendarView } from '@/ui/WeekCalendar'
import classes from './Calendar.module.css'
import { rangeLabel, stepDay } from './calendarRange'

const copy = teacherCopy.calendar
const VIEWS = ['day', 'week', 'month'] as const

interface CalendarToolbarProps {
  view: CalendarView
  day: string
  zone: string
  onView: (view: CalendarView) => void
  onDay: (day: string) => void
  /** Shown at the end of the bar. */
  children: ReactNode
}

/** The shown range, navigation and view selection of the calendar. */
export function CalendarToolbar({ view, day, zone, onView, onDay, children }: CalendarToolbarProps) {
  return (
    <div className={classes.bar}>
      <div className={classes.steps}>
        <IconButton label={copy.previous[view]} onClick={() => onDay(stepDay(view, day, -1))}>
          <IconChevronLeft size={20} />
        </IconButton>
        <p className={classes.range} role="status">
          {rangeLabel(view, day, zone)}
        </p>
        <IconButton label={copy.next[view]} onClick={() => onDay(stepDay(view, day, 1))}>
          <IconChevronRight size={20} />
        </IconButton>
        <Button variant="default" onClick={() => onDay(today(zone))}>
          {copy.today}
        </Button>
      </div>
      <SegmentedControl
        aria-label={copy.view}
        data={VIEWS.map((value) => ({ value, label: copy.views[value] }))}
        value={view}
        onChange={(value) => onView(VIEWS.find((known) => known === value) ?? 'week')}
      />
      {children}
    </div>
  )
}
