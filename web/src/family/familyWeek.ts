/** The classes of a family, as its panel and the booking dialog show them. */
import type { Booking } from '@/api/types'
import { addDays, dayOf, epochMs } from '@/lib/time'

/** Start and end of a class. */
export type ClassTime = Pick<Booking, 'dateTime' | 'endDateTime'>

const DAYS = 7

/** The classes from today on, for seven days, by day. `today` is a day such as `2026-11-23`. */
export function classesByDay(
  classes: readonly Booking[],
  zone: string,
  today: string,
): [string, Booking[]][] {
  const end = addDays(today, DAYS)
  const byDay = new Map<string, Booking[]>()
  for (const booking of classes) {
    const day = dayOf(booking.dateTime, zone)
    // A class can have begun before midnight.
    if (day && day < end) byDay.set(day, [...(byDay.get(day) ?? []), booking])
  }
  return [...byDay].sort(([a], [b]) => a.localeCompare(b))
}

/** The classes of other students that overlap with this time. */
export function overlappingClasses(
  classes: readonly Booking[],
  { dateTime, endDateTime }: ClassTime,
  studentId: string,
): Booking[] {
  const [start, end] = [epochMs(dateTime), epochMs(endDateTime)]
  return classes.filter(
    (booking) =>
      booking.studentId !== studentId &&
      epochMs(booking.dateTime) < end &&
      epochMs(booking.endDateTime) > start,
  )
}
