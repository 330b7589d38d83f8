import '@mantine/schedule/styles.css'
import { UnstyledButton } from '@mantine/core'
import { DayView, MonthView, type ScheduleEventData, WeekView } from '@mantine/schedule'
import { type ComponentPropsWithoutRef, useLayoutEffect, useRef } from 'react'
import { addDays } from '@/lib/time'
import classes from './WeekCalendar.module.css'

export type CalendarView = 'day' | 'week' | 'month'

/** One hour in the calendar, on the wall clock of whoever looks at it: `2026-11-23 07:00:00`. */
export interface CalendarEntry {
  id: string
  title: string
  start: string
  end: string
  kind: 'virtual' | 'regular'
  /** `7:00 am` */
  time: string
  cancelled: boolean
}

interface WeekCalendarProps {
  view: CalendarView
  /** `YYYY-MM-DD` within what is shown. */
  date: string
  entries: readonly CalendarEntry[]
  /** The present moment on the same wall clock. */
  now: () => string
  moreLabel: (count: number) => string
  onOpen: (id: string) => void
  onDay: (day: string) => void
}

/** SPEC §9: visible hours. */
const FIRST = '08:00:00'
const LAST = '21:00:00'
const EVENTS_A_DAY = 3

/** Whether the grid of a day shows this hour; a month shows them all. */
export function inVisibleHours({ start }: CalendarEntry): boolean {
  const time = start.slice(11)
  return time >= FIRST && time < LAST
}

/** Day, week or month with its classes. Events are buttons; the empty hours between them are decoration. */
export function WeekCalendar({ view, date, entries, now, moreLabel, onOpen, onDay }: WeekCalendarProps) {
  const shared = {
    date,
    withHeader: false,
    events: entries.filter((entry) => view === 'month' || inVisibleHours(entry)).map(toEvent),
    onEventClick: (event: ScheduleEventData) => onOpen(String(event.id)),
    renderEventBody: (event: ScheduleEventData) => <Words entry={entryOf(event)} />,
    renderEvent: (event: ScheduleEventData, props: ComponentPropsWithoutRef<'button'>) => (
      <Event entry={entryOf(event)} {...props} />
    ),
  }
  const hours = {
    ...shared,
    startTime: FIRST,
    endTime: LAST,
    intervalMinutes: 60,
    slotHeight: 46,
    slotLabelFormat: 'h A',
    getCurrentTime: now,
    withCurrentTimeBubble: false,
    scrollAreaProps: { scrollbars: 'x' as const, type: 'auto' as const },
    // Nothing happens on an empty hour, so nobody should have to walk through them.
    getTimeSlotProps: () => ({ tabIndex: -1, 'aria-hidden': true, style: { cursor: 'default' } }),
  }
  const frame = useRef<HTMLDivElement>(null)
  // They are named "Weekday 2026-11-23", which does not contain the "Mon 23" that stands on them (WCAG 2.5.3).
  useLayoutEffect(() => {
    const labels = frame.current?.querySelectorAll('.mantine-WeekView-weekViewDayLabel')
    for (const label of labels ?? []) label.removeAttribute('aria-label')
  })
  // On a phone three days of a week are in sight, and the present one should be among them.
  useLayoutEffect(() => {
    if (view === 'week') showToday(frame.current)
  }, [view])
  return (
    <div ref={frame} className={classes.calendar} data-view={view}>
      {view === 'day' ? (
        <DayView {...hours} withAllDaySlot={false} />
      ) : view === 'week' ? (
        <WeekView
          {...hours}
          withAllDaySlots={false}
          withWeekNumber={false}
          highlightToday
          onDateChange={onDay}
        />
      ) : (
        <MonthView
          {...shared}
          highlightToday
          maxEventsPerDay={EVENTS_A_DAY}
          labels={{ moreLabel }}
          onDayClick={onDay}
        />
      )}
    </div>
  )
}

function showToday(frame: HTMLElement | null): void {
  const label = frame?.querySelector('.mantine-WeekView-weekViewDayLabel[data-today]')
  const pane = label?.closest('.mantine-ScrollArea-viewport')
  if (!label || !pane) return
  const over = label.getBoundingClientRect().right - pane.getBoundingClientRect().right
  if (over > 0) pane.scrollLeft += over
}

function toEvent(entry: CalendarEntry): ScheduleEventData {
  // An hour that ends on the next day would stretch over both.
  const day = entry.start.slice(0, 10)
  const midnight = `${addDays(day, 1)} 00:00:00`
  const end = entry.end >= midnight ? `${day} 23:59:59` : entry.end
  return {
    id: entry.id,
    title: entry.title,
    start: entry.start,
    end,
    color: entry.kind === 'virtual' ? 'blue' : 'green',
    payload: { entry },
  }
}

function entryOf(event: ScheduleEventData): CalendarEntry {
  return event.payload?.entry as CalendarEntry
}

interface EventProps extends ComponentPropsWithoutRef<'button'> {
  entry: CalendarEntry
}

/** In the colours of our slots; Mantine's own are too dim in the dark. */
function Event({ entry, style, ...rest }: EventProps) {
  const slot = entry.kind === 'virtual' ? '--slot-private' : '--slot-group'
  const colours = {
    '--event-bg': `var(${slot}-bg)`,
    '--event-hover': `var(${slot}-bg)`,
    '--event-color': `var(${slot})`,
  }
  return (
    <UnstyledButton {...rest} title={undefined} style={{ ...style, ...colours }} data-kind={entry.kind} />
  )
}

function Words({ entry }: { entry: CalendarEntry }) {
  return (
    <span className={classes.entry} data-cancelled={entry.cancelled || undefined}>
      <b>{entry.title}</b> <span>{entry.time}</span>
    </span>
  )
}
