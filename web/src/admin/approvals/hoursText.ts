import type { PendingHours } from '@/api/adminTypes'
import { hoursCopy } from '@/copy/hours'
import { formatClockTime } from '@/lib/clockTime'
import { zoneCity } from '@/lib/time'

/** An applicant's weekly hours, one line for each weekday from Monday on, then the city of their time zone. */
export function hoursText({ weeklySchedule, timeZone }: PendingHours): string {
  const days = new Map<number, string[]>()
  for (const { dayOfWeek, timeRanges } of weeklySchedule) {
    const ranges = timeRanges.map(({ start, end }) => `${formatClockTime(start)}–${formatClockTime(end)}`)
    days.set(dayOfWeek, [...(days.get(dayOfWeek) ?? []), ...ranges])
  }
  const fromMonday = [...days].sort(([one], [other]) => ((one + 6) % 7) - ((other + 6) % 7))
  const lines = fromMonday.map(([day, ranges]) => `${hoursCopy.days[day]}: ${ranges.join(', ')}`)
  return [...lines, `(${zoneCity(timeZone)} time)`].join('\n')
}
