import type { AvailabilityReply, SaveAvailabilityRequest } from '@/api/teacherTypes'
import { toInstant } from '@/lib/localDateTime'
import { addDays, dayOf, epochMs, toIso, toLocalDateTime } from '@/lib/time'

type Hours = Pick<AvailabilityReply, 'availability' | 'overrides'>
type TimeRange = { start: string; end: string }

export interface OpenRange {
  start: string
  end: string
}

const CLASS_MS = 3_600_000

/** The instants between which the teacher teaches, from the weekly hours and the date overrides. */
export function openRanges(hours: Hours, from: string, to: string): OpenRange[] {
  const zone = hours.availability?.timeZone
  if (!zone) return []
  return daysOf(from, to, zone)
    .flatMap((day) => rangesOf(hours, day).map((range) => toInstants(range, day, zone)))
    .filter(({ start, end }) => epochMs(end) > epochMs(from) && epochMs(start) < epochMs(to))
}

/** The hours of one date: an override replaces the weekly hours. */
function rangesOf({ availability, overrides }: Hours, day: string): TimeRange[] {
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
function daysOf(from: string, to: string, zone: string): string[] {
  const days: string[] = []
  const last = dayOf(toIso(epochMs(to) - 1), zone) ?? ''
  for (let day = dayOf(from, zone) ?? ''; day !== '' && day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

function toInstants({ start, end }: TimeRange, day: string, zone: string): OpenRange {
  const at = (time: string) =>
    (time === '24:00' ? toInstant(`${addDays(day, 1)}T00:00`, zone) : toInstant(`${day}T${time}`, zone)) ?? ''
  return { start: at(start), end: at(end) }
}

/**
 * The hours without the time between two instants, as date overrides. Rests that are shorter than a
 * class are left out. `null` if the teacher is not open then.
 */
export function blockTime(hours: Hours, from: string, to: string): SaveAvailabilityRequest | null {
  const { availability } = hours
  if (!availability || openRanges(hours, from, to).length === 0) return null
  const { timeZone: zone, visibilityDays, weeklySchedule, version } = availability
  const days = daysOf(from, to, zone)
  const changed = days.map((date) => ({
    date,
    timeRanges: rangesOf(hours, date).flatMap((range) =>
      subtract(toInstants(range, date, zone), from, to, zone),
    ),
    note: hours.overrides.find((override) => override.date === date)?.note ?? '',
  }))
  const kept = hours.overrides.filter(({ date }) => !days.includes(date ?? ''))
  const overrides = [...kept, ...changed].sort((one, other) =>
    (one.date ?? '').localeCompare(other.date ?? ''),
  )
  return { timeZone: zone, visibilityDays, weeklySchedule, version, overrides }
}

function subtract({ start, end }: OpenRange, from: string, to: string, zone: string): TimeRange[] {
  const [first, last] = [epochMs(start), epochMs(end)]
  const parts: [number, number][] = [
    [first, Math.min(last, epochMs(from))],
    [Math.max(first, epochMs(to)), last],
  ]
  return parts
    .filter(([begin, finish]) => finish - begin >= CLASS_MS)
    .map(([begin, finish]) => ({ start: clockTime(begin, zone), end: clockTime(finish, zone, begin) }))
}

/** `07:30`, or `24:00` for the midnight after `start`. */
function clockTime(ms: number, zone: string, start?: number): string {
  const time = (toLocalDateTime(toIso(ms), zone) ?? '').slice(11, 16)
  return time === '00:00' && start !== undefined ? '24:00' : time
}
