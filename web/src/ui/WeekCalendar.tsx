import '@mantine/schedule/styles.css'
import { UnstyledButton } from '@mantine/core'
import { DayView, MonthView, type ScheduleEventData, WeekView } from '@mantine/schedule'
import { type ComponentPropsWithoutRef, useLayoutEffect, useRef } from 'react'
import { addDays } from '@/lib/time'
import classes from './WeekCalendar.module.css'

export type CalendarView = 'day' | 'week' | 'month'

/** One event of the calendar, in the viewer's local time: `2026-11-23 07:00:00`. */
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
  /** A `YYYY-MM-DD` date within the visible range. */
  date: string
  entries: readonly CalendarEntry[]
  /** The current local time. */
  now: () => string
  moreLabel: (count: number) => string
  onOpen: (id: string) => void
  onDay: (day: string) => void
}

/** First and last visible hour (SPEC §9). */
const FIRST_VISIBLE_TIME = '08:00:00'
const LAST_VISIBLE_TIME = '21:00:00'
const MAX_EVENTS_PER_DAY = 3

/** Whether the day and week views show this event; the month view shows all. */
export function inVisibleHours({ start }: CalendarEntry): boolean {
  const time = start.slice(11)
  return time >= FIRST_VISIBLE_TIME && time < LAST_VISIBLE_TIME
}

/** Day, week or month view of classes. Events are buttons; the empty hours between them are not focusable. */
export function WeekCalendar({ view, date, entries, now, moreLabel, onOpen, onDay }: WeekCalendarProps) {
  const shared = {
    date,
    withHeader: false,
    events: entries.filter((entry) => view === 'month' || inVisibleHours(entry)).map(toEvent),
    onEventClick: (event: ScheduleEventData) => onOpen(String(event.id)),
    renderEventBody: (event: ScheduleEventData) => <EventBody entry={entryOf(event)} />,
    renderEvent: (event: ScheduleEventData, props: ComponentPropsWithoutRef<'button'>) => (
      <EventButton entry={entryOf(event)} {...props} />
    ),
  }
  const hours = {
    ...shared,
    startTime: FIRST_VISIBLE_TIME,
    endTime: LAST_VISIBLE_TIME,
    intervalMinutes: 60,
    slotHeight: 46,
    slotLabelFormat: 'h A',
    getCurrentTime: now,
    withCurrentTimeBubble: false,
    scrollAreaProps: { scrollbars: 'x' as const, type: 'auto' as const },
    // Empty hours have no action, so they are not in the tab order.
    getTimeSlotProps: () => ({ tabIndex: -1, 'aria-hidden': true, style: { cursor: 'default' } }),
  }
  const frame = useRef<HTMLDivElement>(null)
  // Mantine labels them "Weekday 2026-11-23", which does not contain the visible "Mon 23" (WCAG
  // 2.5.3).
  useLayoutEffect(() => {
    const labels = frame.current?.querySelectorAll('.mantine-WeekView-weekViewDayLabel')
    for (const label of labels ?? []) label.removeAttribute('aria-label')
  })
  // A phone shows three days of a week; scroll so that today is one of them.
  useLayoutEffect(() => {
    if (view === 'week') scrollToToday(frame.current)
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
          maxEventsPerDay={MAX_EVENTS_PER_DAY}
          labels={{ moreLabel }}
          onDayClick={onDay}
        />
      )}
    </div>
  )
}

function scrollToToday(frame: HTMLElement | null): void {
  const label = frame?.querySelector('.mantine-WeekView-weekViewDayLabel[data-today]')
  const pane = label?.closest('.mantine-ScrollArea-viewport')
  if (!label || !pane) return
  const overflow = label.getBoundingClientRect().right - pane.getBoundingClientRect().right
  if (overflow > 0) pane.scrollLeft += overflow
}

function toEvent(entry: CalendarEntry): ScheduleEventData {
  // An event that ends after midnight would span two days.
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

interface EventButtonProps extends ComponentPropsWithoutRef<'button'> {
  entry: CalendarEntry
}

/** Event in our slot colours; Mantine's have too little contrast in dark mode. */
function EventButton({ entry, style, ...rest }: EventButtonProps) {
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

function EventBody({ entry }: { entry: CalendarEntry }) {
  return (
    <span className={classes.entry} data-cancelled={entry.cancelled || undefined}>
      <b>{entry.title}</b> <span>{entry.time}</span>
    </span>
  )
}
