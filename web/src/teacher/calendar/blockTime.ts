import type { SaveAvailabilityRequest } from '@/api/teacherTypes'
import { minutesOfDay, toClockTime } from '@/lib/dayMinutes'
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
const CLASS_MINUTES = 60
const DAY_MINUTES = 1440

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

/** Minutes of wall-clock time since midnight. */
type Span = [start: number, end: number]

/**
 * The hours with the time between two instants open again, where a date override has closed weekly
 * hours. Opens an hour at least, if so much is closed, and everything beside it that would be too
 * short for a class.
 * An override that no longer changes anything is removed. `null` if there is nothing to open.
 */
export function unblockTime(hours: Hours, from: string, to: string): SaveAvailabilityRequest | null {
  const { availability } = hours
  if (!availability) return null
  const { timeZone: zone } = availability
  const changed = daysOf(from, to, zone).flatMap((date) => {
    if (!hours.overrides.some((override) => override.date === date)) return []
    const open = rangesOf(hours, date).map(toSpan)
    const weekly = rangesOf({ availability, overrides: [] }, date).map(toSpan)
    const wanted: Span = [minutesOn(date, from, zone), minutesOn(date, to, zone)]
    const reopened = weekly.map((range) => reopen(range, open, wanted))
    if (!reopened.some(({ isChanged }) => isChanged)) return []
    const outside = open.filter((span) => !weekly.some((range) => contains(range, span)))
    const spans = joinOverlaps([...outside, ...reopened.flatMap((range) => range.spans)])
    return { date, timeRanges: spans.map(toRange), isUsual: isSame(spans, weekly) }
  })
  if (changed.length === 0) return null
  return withOverrides(
    hours,
    changed.map(({ date }) => date),
    changed
      .filter(({ isUsual }) => !isUsual)
      .map(({ date, timeRanges }) => ({ date, timeRanges, note: noteOf(hours, date) })),
  )
}

/** The open spans of one weekly range after the wanted time was opened in it. */
function reopen(range: Span, open: readonly Span[], wanted: Span): { spans: Span[]; isChanged: boolean } {
  const inside = joinOverlaps(open.flatMap((span) => overlapOf(range, span)))
  // Edges pair up as closed gaps: start of the range to the first span, …, the last span to the end.
  const edges = [range[0], ...inside.flat(), range[1]]
  const gaps = Array.from(
    { length: edges.length / 2 },
    (_, at): Span => [edges[2 * at] ?? 0, edges[2 * at + 1] ?? 0],
  )
  const opened = gaps.flatMap((gap) => openPart(gap, wanted))
  const whole = open.filter((span) => contains(range, span))
  return { spans: join([...whole, ...opened], (start, end) => start <= end), isChanged: opened.length > 0 }
}

function overlapOf(range: Span, [start, end]: Span): Span[] {
  const overlap: Span = [Math.max(range[0], start), Math.min(range[1], end)]
  return overlap[0] < overlap[1] ? [overlap] : []
}

/** Ranges that only touch stay apart: each has start times of its own. */
const joinOverlaps = (spans: readonly Span[]) => join(spans, (start, end) => start < end)

function join(spans: readonly Span[], joins: (start: number, lastEnd: number) => boolean): Span[] {
  const joined: Span[] = []
  for (const [start, end] of [...spans].sort(([one], [other]) => one - other)) {
    const last = joined.at(-1)
    if (last && joins(start, last[1])) last[1] = Math.max(last[1], end)
    else joined.push([start, end])
  }
  return joined
}

/** The part of a closed gap to open: the wanted time, an hour at least, without rests shorter than a class. */
function openPart(gap: Span, wanted: Span): Span[] {
  let [start, end] = [Math.max(gap[0], wanted[0]), Math.min(gap[1], wanted[1])]
  if (start >= end) return []
  end = Math.min(gap[1], Math.max(end, start + CLASS_MINUTES))
  start = Math.max(gap[0], Math.min(start, end - CLASS_MINUTES))
  if (start - gap[0] < CLASS_MINUTES) start = gap[0]
  if (gap[1] - end < CLASS_MINUTES) end = gap[1]
  return [[start, end]]
}

const contains = (range: Span, [start, end]: Span) => range[0] <= start && end <= range[1]

const isSame = (spans: readonly Span[], others: readonly Span[]) =>
  JSON.stringify(spans) === JSON.stringify([...others].sort(([one], [other]) => one - other))

const toSpan = ({ start, end }: TimeRange): Span => [minutesOfDay(start), minutesOfDay(end)]

const toRange = ([start, end]: Span): TimeRange => ({ start: toClockTime(start), end: toClockTime(end) })

/** Wall-clock minutes of an instant on a date: 0 if it is on an earlier date, 1440 on a later one. */
function minutesOn(date: string, instant: string, zone: string): number {
  const local = toLocalDateTime(instant, zone) ?? ''
  const day = local.slice(0, 10)
  if (day !== date) return day < date ? 0 : DAY_MINUTES
  return minutesOfDay(local.slice(11, 16))
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
