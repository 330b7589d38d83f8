import type { SaveAvailabilityRequest } from '@/api/teacherTypes'
import { epochMs, toIso, toLocalDateTime } from '@/lib/time'
import {
  daysOf,
  type Hours,
  type OpenRange,
  openRanges,
  rangesOf,
  type TimeRange,
  toInstants,
} from '@/teacher/dashboard/openHours'

const CLASS_MS = 3_600_000

type DateOverride = { date: string; timeRanges: TimeRange[]; note: string }

/**
 * The hours without the time between two instants, as date overrides. Rests that are shorter than a
 * class are left out. `null` if the teacher is not open then.
 */
export function blockTime(hours: Hours, from: string, to: string): SaveAvailabilityRequest | null {
  const { availability } = hours
  if (!availability || openRanges(hours, from, to).length === 0) return null
  const { timeZone: zone } = availability
  const days = daysOf(from, to, zone)
  const changed = days.map((date) => ({
    date,
    timeRanges: rangesOf(hours, date).flatMap((range) =>
      subtract(toInstants(range, date, zone), from, to, zone),
    ),
    note: noteOf(hours, date),
  }))
  return withOverrides(hours, days, changed)
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

/**
 * The hours with the time between two instants open again, where a date override has closed weekly
 * hours. An override that no longer changes anything is removed. `null` if there is nothing to open.
 */
export function unblockTime(hours: Hours, from: string, to: string): SaveAvailabilityRequest | null {
  const { availability } = hours
  if (!availability) return null
  const { timeZone: zone } = availability
  const days = daysOf(from, to, zone).filter((day) => hours.overrides.some(({ date }) => date === day))
  const opened = days.flatMap((date) => {
    const toMs = (range: TimeRange): [number, number] => {
      const { start, end } = toInstants(range, date, zone)
      return [epochMs(start), epochMs(end)]
    }
    const weekly = rangesOf({ availability, overrides: [] }, date).map(toMs)
    const closed = weekly
      .map(([start, end]): [number, number] => [Math.max(start, epochMs(from)), Math.min(end, epochMs(to))])
      .filter(([start, end]) => start < end)
    if (closed.length === 0) return []
    const open = merge([...rangesOf(hours, date).map(toMs), ...closed])
    return { date, open, isUsual: JSON.stringify(open) === JSON.stringify(merge(weekly)) }
  })
  if (opened.length === 0) return null
  const changed = opened.flatMap(({ date, open, isUsual }) => {
    const timeRanges = open.map(([start, end]) => ({
      start: clockTime(start, zone),
      end: clockTime(end, zone, start),
    }))
    return isUsual ? [] : { date, timeRanges, note: noteOf(hours, date) }
  })
  return withOverrides(
    hours,
    opened.map(({ date }) => date),
    changed,
  )
}

/** Joins ranges that touch or overlap. */
function merge(ranges: readonly [number, number][]): [number, number][] {
  const merged: [number, number][] = []
  for (const [start, end] of [...ranges].sort(([one], [other]) => one - other)) {
    const last = merged.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else merged.push([start, end])
  }
  return merged
}

const noteOf = ({ overrides }: Hours, day: string) => overrides.find(({ date }) => date === day)?.note ?? ''

/** The hours with other overrides on these days. */
function withOverrides(
  { availability, overrides }: Hours,
  days: readonly string[],
  changed: readonly DateOverride[],
): SaveAvailabilityRequest | null {
  if (!availability) return null
  const { timeZone, visibilityDays, weeklySchedule, version } = availability
  const kept = overrides.filter(({ date }) => !days.includes(date ?? ''))
  const sorted = [...kept, ...changed].sort((one, other) => (one.date ?? '').localeCompare(other.date ?? ''))
  return { timeZone, visibilityDays, weeklySchedule, version, overrides: sorted }
}
