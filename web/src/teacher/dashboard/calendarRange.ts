import { addMonths, firstOfMonth, formatMonth, mondayOf, toInstant } from '@/lib/localDateTime'
import { addDays, formatCalendarDay, toLocalDateTime } from '@/lib/time'
import { attending, type ClassView, endOf } from '@/teacher/classes/classView'
import type { CalendarEntry, CalendarView } from '@/ui/WeekCalendar'

/** A month view shows whole weeks, at most six. */
const MONTH_GRID_DAYS = 42

/** Start and end of the shown days as instants. */
export function shownRange(view: CalendarView, day: string, zone: string): { from: string; to: string } {
  const [first, count] = shownDays(view, day)
  const midnight = (date: string) => toInstant(`${date}T00:00`, zone) ?? ''
  return { from: midnight(first), to: midnight(addDays(first, count)) }
}

function shownDays(view: CalendarView, day: string): [first: string, count: number] {
  if (view === 'day') return [day, 1]
  return view === 'week' ? [mondayOf(day), 7] : [mondayOf(firstOfMonth(day)), MONTH_GRID_DAYS]
}

/** The day of the previous or next range of the view. */
export function stepDay(view: CalendarView, day: string, direction: 1 | -1): string {
  if (view === 'day') return addDays(day, direction)
  return view === 'week' ? addDays(day, 7 * direction) : addMonths(firstOfMonth(day), direction)
}

/** `Mon, 23 Nov – Sun, 29 Nov`, `Mon, 23 Nov` or `November 2026`. */
export function rangeLabel(view: CalendarView, day: string): string {
  if (view === 'day') return formatCalendarDay(day)
  if (view === 'month') return formatMonth(day)
  const monday = mondayOf(day)
  return `${formatCalendarDay(monday)} – ${formatCalendarDay(addDays(monday, 6))}`
}

/** Converts a class to a calendar entry; `null` if its time cannot be parsed. */
export function toCalendarEntry(
  classView: ClassView,
  zone: string,
  labels: EntryLabels,
): CalendarEntry | null {
  const start = toLocalDateTime(classView.dateTime, zone)
  const end = toLocalDateTime(endOf(classView), zone)
  if (!start || !end) return null
  const cancelled = classView.status === 'cancelled'
  const names = (cancelled ? classView.bookings : attending(classView)).map(({ studentName }) => studentName)
  const [first] = names
  const seats = classView.capacity - classView.seatsTaken
  const title = !first ? labels.open(seats) : names.length > 1 ? labels.more(first, names.length - 1) : first
  return {
    id: classView.slotId,
    title,
    start,
    end,
    kind: classView.isVirtualSlot ? 'virtual' : 'regular',
    time: labels.time(classView.dateTime),
    cancelled,
  }
}

interface EntryLabels {
  open: (seats: number) => string
  more: (first: string, others: number) => string
  time: (iso: string) => string
}
