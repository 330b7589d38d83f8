import { Button, SegmentedControl } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { teacherCopy } from '@/copy/teacher'
import { IconAction } from '@/ui/IconAction'
import type { CalendarView } from '@/ui/WeekCalendar'
import classes from './Calendar.module.css'
import { rangeWords, stepped } from './calendarRange'

const copy = teacherCopy.calendar
const VIEWS = ['day', 'week', 'month'] as const

interface CalendarBarProps {
  view: CalendarView
  day: string
  today: string
  onView: (view: CalendarView) => void
  onDay: (day: string) => void
}

/** What the calendar shows, and the ways back and forth. */
export function CalendarBar({ view, day, today, onView, onDay }: CalendarBarProps) {
  return (
    <div className={classes.bar}>
      <div className={classes.steps}>
        <IconAction label={copy.previous[view]} onClick={() => onDay(stepped(view, day, -1))}>
          <IconChevronLeft size={20} />
        </IconAction>
        <p className={classes.range} role="status">
          {rangeWords(view, day)}
        </p>
        <IconAction label={copy.next[view]} onClick={() => onDay(stepped(view, day, 1))}>
          <IconChevronRight size={20} />
        </IconAction>
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
