import { Button, SegmentedControl } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { teacherCopy } from '@/copy/teacher'
import { IconButton } from '@/ui/IconButton'
import type { CalendarView } from '@/ui/WeekCalendar'
import classes from './Calendar.module.css'
import { rangeLabel, stepDay } from './calendarRange'

const copy = teacherCopy.calendar
const VIEWS = ['day', 'week', 'month'] as const

interface CalendarToolbarProps {
  view: CalendarView
  day: string
  today: string
  onView: (view: CalendarView) => void
  onDay: (day: string) => void
}

/** The shown range, navigation and view selection of the calendar. */
export function CalendarToolbar({ view, day, today, onView, onDay }: CalendarToolbarProps) {
  return (
    <div className={classes.bar}>
      <div className={classes.steps}>
        <IconButton label={copy.previous[view]} onClick={() => onDay(stepDay(view, day, -1))}>
          <IconChevronLeft size={20} />
        </IconButton>
        <p className={classes.range} role="status">
          {rangeLabel(view, day)}
        </p>
        <IconButton label={copy.next[view]} onClick={() => onDay(stepDay(view, day, 1))}>
          <IconChevronRight size={20} />
        </IconButton>
        <Button variant="default" onClick={() => onDay(today)}>
          {copy.today}
        </Button>
      </div>
      <SegmentedControl
        aria-label={copy.view}
        data={VIEWS.map((value) => ({ value, label: copy.views[value] }))}
        value={view}
        onChange={(value) => onView(VIEWS.find((known) => known === value) ?? 'week')}
      />
    </div>
  )
}
