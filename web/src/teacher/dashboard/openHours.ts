import type { AvailabilityReply } from '@/api/teacherTypes'
import { toInstant } from '@/lib/localDateTime'
import { addDays, dayOf, epochMs, toIso } from '@/lib/time'

export type Hours = Pick<AvailabilityReply, 'availability' | 'overrides'>
export type TimeRange = { start: string; end: string }

export interface OpenRange {
  start: string
  end: string
}

/** The instants between which the teacher teaches, from the weekly hours and the date overrides. */
export function openRanges(hours: Hours, from: string, to: string): OpenRange[] {
  const zone = hours.availability?.timeZone
  if (!zone) return []
  return daysOf(from, to, zone)
    .flatMap((day) => rangesOf(hours, day).map((range) => toInstants(range, day, zone)))
    .filter(({ start, end }) => epochMs(end) > epochMs(from) && epochMs(start) < epochMs(to))
}

/** The hours of one date: an override replaces the weekly hours. */
export function rangesOf({ availability, overrides }: Hours, day: string): TimeRange[] {
  const override = overrides.find(({ date }) => date === day)
  if (override) return override.timeRanges ?? []
  const weekday = Temporal.PlainDate.from(day).dayOfWeek % 7
  return (availability?.weeklySchedule ?? [])
    .filter(({ dayOfWeek }) => dayOfWeek === weekday)
    .flatMap(({ timeRanges }) => timeRanges ?? [])
}

/** Whether a date override makes `day`, a date in the zone of the weekly hours, time off. */
export function isDayOff({ overrides }: Hours, day: string): boolean {
  return overrides.some(({ date, timeRanges }) => date === day && (timeRanges ?? []).length === 0)
}

/** The dates in a zone that the time between two instants touches. */
export function daysOf(from: string, to: string, zone: string): string[] {
  const days: string[] = []
  const last = dayOf(toIso(epochMs(to) - 1), zone) ?? ''
  for (let day = dayOf(from, zone) ?? ''; day !== '' && day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

/** The instants of a range on a date of this zone. */
export function toInstants({ start, end }: TimeRange, day: string, zone: string): OpenRange {
  const at = (time: string) =>
    (time === '24:00' ? toInstant(`${addDays(day, 1)}T00:00`, zone) : toInstant(`${day}T${time}`, zone)) ?? ''
  return { start: at(start), end: at(end) }
}
