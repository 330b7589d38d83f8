import { countryOfZone } from '@/lib/country'
import { chosenWeekStart, type WeekStart } from '@/lib/display'
import { addMonths, firstOfMonth, formatMonth, startOfWeek, toInstant } from '@/lib/localDateTime'
import { addDays, formatCalendarDay, toLocalDateTime } from '@/lib/time'
import { attending, type ClassView, endOf } from '@/teacher/classes/classView'
import type { CalendarEntry, CalendarView } from '@/ui/WeekCalendar'

/** A month view shows whole weeks, at most six. */
const MONTH_GRID_DAYS = 42

/** The chosen day; otherwise weeks start on Sunday in the United States, on Monday elsewhere. */
export function firstDayOfWeek(zone: string): WeekStart {
  return chosenWeekStart(countryOfZone(zone) === 'United States' ? 0 : 1)
}

/** The first day of the week that contains `day`. */
function weekStart(day: string, zone: string): string {
  return startOfWeek(day, firstDayOfWeek(zone))
}

/** Start and end of the shown days as instants. */
export function shownRange(view: CalendarView, day: string, zone: string): { from: string; to: string } {
  const [first, count] = shownDays(view, day, zone)
  const midnight = (date: string) => toInstant(`${date}T00:00`, zone) ?? ''
  return { from: midnight(first), to: midnight(addDays(first, count)) }
}

function shownDays(view: CalendarView, day: string, zone: string): [first: string, count: number] {
  if (view === 'day') return [day, 1]
  return view === 'week' ? [weekStart(day, zone), 7] : [weekStart(firstOfMonth(day), zone), MONTH_GRID_DAYS]
}

/** The day of the previous or next range of the view. */
export function stepDay(view: CalendarView, day: string, direction: 1 | -1): string {
  if (view === 'day') return addDays(day, direction)
  return view === 'week' ? addDays(day, 7 * direction) : addMonths(firstOfMonth(day), direction)
}

/** `Mon, 23 Nov – Sun, 29 Nov`, `Mon, 23 Nov` or `November 2026`. */
export function rangeLabel(view: CalendarView, day: string, zone: string): string {
  if (view === 'day') return formatCalendarDay(day)
  if (view === 'month') return formatMonth(day)
  const first = weekStart(day, zone)
  return `${formatCalendarDay(first)} – ${formatCalendarDay(addDays(first, 6))}`
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
  const people = names.length > 1 && first ? labels.more(first, names.length - 1) : first
  return {
    id: classView.slotId,
    title: entryTitle(classView, cancelled, people, labels),
    start,
    end,
    classType: classView.classTypeKey,
    time: labels.time(classView.dateTime),
    cancelled,
  }
}

/** A class with several seats is named by its title and the seats taken, a private one by the student too. */
function entryTitle(
  { title, classTypeKey, capacity, seatsTaken }: ClassView,
  cancelled: boolean,
  people: string | undefined,
  labels: EntryLabels,
): string {
  if (!people || (capacity > 1 && !cancelled)) return labels.open(title || classTypeKey, seatsTaken, capacity)
  return title ? labels.titled(title, people) : people
}

interface EntryLabels {
  titled: (title: string, students: string) => string
  open: (type: string, booked: number, seats: number) => string
  more: (first: string, others: number) => string
  time: (iso: string) => string
}
