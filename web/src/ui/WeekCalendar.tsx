import '@mantine/schedule/styles.css'
import { UnstyledButton } from '@mantine/core'
import { DayView, MonthView, type ScheduleEventData, WeekView } from '@mantine/schedule'
import { type ComponentPropsWithoutRef, type CSSProperties, useLayoutEffect, useRef } from 'react'
import { displayChoices, type WeekStart } from '@/lib/display'
import { addDays } from '@/lib/time'
import { HOURS_A_DAY, type LocalRange, visibleHours } from './visibleHours'
import classes from './WeekCalendar.module.css'

export type CalendarView = 'day' | 'week' | 'month'

/** One event of the calendar, in the viewer's local time: `2026-11-23 07:00:00`. */
export interface CalendarEntry {
  id: string
  title: string
  start: string
  end: string
  classType: 'Private' | 'Group' | 'Duet'
  /** `7:00 am` */
  time: string
  cancelled: boolean
}

interface WeekCalendarProps {
  view: CalendarView
  /** A `YYYY-MM-DD` date within the visible range. */
  date: string
  entries: readonly CalendarEntry[]
  /** Times to shade, in the viewer's local time. */
  open: readonly LocalRange[]
  /** 0 is Sunday. */
  firstDayOfWeek: WeekStart
  /** The current local time. */
  now: () => string
  moreLabel: (count: number) => string
  onOpen: (id: string) => void
  onDay: (day: string) => void
  /** Called when the user clicks an empty hour or drags over several. */
  onTime: (range: LocalRange) => void
}

const MAX_EVENTS_PER_DAY = 3

/**
 * Day, week or month view of classes. Events are buttons. The empty hours between them are for the
 * mouse only: what they offer has buttons elsewhere, for the keyboard.
 */
export function WeekCalendar(props: WeekCalendarProps) {
  const { view, date, entries, open, firstDayOfWeek, now, moreLabel, onOpen, onDay, onTime } = props
  const { first, last } = visibleHours([...entries, ...open])
  const shared = {
    date,
    withHeader: false,
    events: entries.map(toEvent),
    onEventClick: (event: ScheduleEventData) => onOpen(String(event.id)),
    renderEventBody: (event: ScheduleEventData) => <EventBody entry={entryOf(event)} />,
    renderEvent: (event: ScheduleEventData, props: ComponentPropsWithoutRef<'button'>) => (
      <EventButton entry={entryOf(event)} {...props} />
    ),
  }
  const hours = {
    ...shared,
    startTime: `${String(first).padStart(2, '0')}:00:00`,
    endTime: last === HOURS_A_DAY ? '23:59:59' : `${String(last).padStart(2, '0')}:00:00`,
    intervalMinutes: 60,
    slotHeight: 52,
    slotLabelFormat: displayChoices().is24Hours ? 'HH:mm' : 'h:mm a',
    getCurrentTime: now,
    withCurrentTimeBubble: false,
    scrollAreaProps: { scrollbars: 'x' as const, type: 'auto' as const },
    getTimeSlotProps: (cell: LocalRange) => ({ tabIndex: -1, 'aria-hidden': true, style: shade(cell, open) }),
    onTimeSlotClick: ({ slotStart, slotEnd }: { slotStart: string; slotEnd: string }) =>
      onTime(toRange(slotStart, slotEnd)),
    withDragSlotSelect: hasMouse(),
    onSlotDragEnd: (start: string, end: string) => onTime(toRange(start, end)),
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
          firstDayOfWeek={firstDayOfWeek}
          // Mantine reports midnight, `2026-11-23 00:00:00`.
          onDateChange={(midnight) => onDay(midnight.slice(0, 10))}
        />
      ) : (
        <MonthView
          {...shared}
          highlightToday
          firstDayOfWeek={firstDayOfWeek}
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

/** A drag over several hours must not scroll the page on a touch screen. */
function hasMouse(): boolean {
  return window.matchMedia('(pointer: fine)').matches
}

/** The last hour of the day ends at `23:59:59` in the calendar, at midnight for us. */
function toRange(start: string, end: string): LocalRange {
  return { start, end: end.endsWith('23:59:59') ? `${addDays(end.slice(0, 10), 1)} 00:00:00` : end }
}

/** The background of an hour cell: its open part is shaded. */
function shade(cell: LocalRange, open: readonly LocalRange[]): CSSProperties {
  const range = open.find(({ start, end }) => start < cell.end && end > cell.start)
  if (!range) return {}
  const from = range.start > cell.start ? percentOfHour(range.start) : 0
  const to = range.end < cell.end ? percentOfHour(range.end) : 100
  return {
    background: `linear-gradient(to bottom, transparent ${from}%, var(--open-hours) 0 ${to}%, transparent 0)`,
  }
}

function percentOfHour(time: string): number {
  return (Number(time.slice(14, 16)) / 60) * 100
}

const MANTINE_COLORS = { Private: 'blue', Group: 'green', Duet: 'purple' } as const

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
    color: MANTINE_COLORS[entry.classType],
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
  const slot = `--slot-${entry.classType.toLowerCase()}`
  const colours = {
    '--event-bg': `var(${slot}-bg)`,
    '--event-hover': `var(${slot}-bg)`,
    '--event-color': `var(${slot})`,
  }
  return (
    <UnstyledButton
      {...rest}
      title={undefined}
      style={{ ...style, ...colours }}
      data-kind={entry.classType}
    />
  )
}

function EventBody({ entry }: { entry: CalendarEntry }) {
  return (
    <span className={classes.entry} data-cancelled={entry.cancelled || undefined}>
      <b>{entry.title}</b> <span>{entry.time}</span>
    </span>
  )
}
