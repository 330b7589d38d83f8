import { addDays, formatCalendarDay, toWall } from '@/lib/time'
import { addMonths, firstOfMonth, formatMonth, instantAt, mondayOf } from '@/lib/wall'
import { attending, type ClassView, endOf } from '@/teacher/classes/classView'
import type { CalendarEntry, CalendarView } from '@/ui/WeekCalendar'

/** A month is drawn in whole weeks, six at most. */
const MONTH_GRID_DAYS = 42

/** The instants between which the shown days lie. */
export function shownRange(view: CalendarView, day: string, zone: string): { from: string; to: string } {
  const [first, count] = shownDays(view, day)
  const midnight = (date: string) => instantAt(`${date}T00:00`, zone) ?? ''
  return { from: midnight(first), to: midnight(addDays(first, count)) }
}

function shownDays(view: CalendarView, day: string): [first: string, count: number] {
  if (view === 'day') return [day, 1]
  return view === 'week' ? [mondayOf(day), 7] : [mondayOf(firstOfMonth(day)), MONTH_GRID_DAYS]
}

/** The same view one step on or back. */
export function stepped(view: CalendarView, day: string, direction: 1 | -1): string {
  if (view === 'day') return addDays(day, direction)
  return view === 'week' ? addDays(day, 7 * direction) : addMonths(firstOfMonth(day), direction)
}

/** `Mon, 23 Nov – Sun, 29 Nov`, `Mon, 23 Nov` or `November 2026`. */
export function rangeWords(view: CalendarView, day: string): string {
  if (view === 'day') return formatCalendarDay(day)
  if (view === 'month') return formatMonth(day)
  const monday = mondayOf(day)
  return `${formatCalendarDay(monday)} – ${formatCalendarDay(addDays(monday, 6))}`
}

/** A class as the calendar draws it, or `null` when its time cannot be read. */
export function toEntry(taught: ClassView, zone: string, words: EntryWords): CalendarEntry | null {
  const start = toWall(taught.dateTime, zone)
  const end = toWall(endOf(taught), zone)
  if (!start || !end) return null
  const cancelled = taught.status === 'cancelled'
  const names = (cancelled ? taught.bookings : attending(taught)).map(({ studentName }) => studentName)
  const [first] = names
  const seats = taught.capacity - taught.seatsTaken
  const title = !first ? words.open(seats) : names.length > 1 ? words.more(first, names.length - 1) : first
  return {
    id: taught.slotId,
    title,
    start,
    end,
    kind: taught.isVirtualSlot ? 'virtual' : 'regular',
    time: words.time(taught.dateTime),
    cancelled,
  }
}

interface EntryWords {
  open: (seats: number) => string
  more: (first: string, others: number) => string
  time: (iso: string) => string
}
