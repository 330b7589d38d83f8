import { minutesOfDay, toClockTime } from '@/lib/dayMinutes'
import { isDay } from '@/lib/localDateTime'
import { addDays, CURRENT_ZONE_NAMES, daysFrom, displayZone, zoneOrUtc } from '@/lib/time'
import { CLASS_MINUTES, type ExceptionRow, type HoursRow } from './hoursSchema'

/** Values of the form. `visibilityDays` is a string while the field is empty. */
export interface HoursValues {
  timeZone: string
  visibilityDays: number | string
  rows: HoursRow[]
  exceptions: ExceptionRow[]
}

interface TimeRange {
  start: string
  end: string
}

/** Weekly hours in the API's format. */
export interface WeeklyHours {
  timeZone: string
  visibilityDays: number
  weeklySchedule: { dayOfWeek: number; timeRanges: TimeRange[] }[]
}

/** A date with its own hours; an empty list means that the teacher is off. */
interface DayException {
  date: string
  timeRanges: TimeRange[]
  note: string
}

/** Weekdays in the API's numbers, starting on Monday. */
export const WEEKDAYS: readonly string[] = ['1', '2', '3', '4', '5', '6', '0']

/** Defaults of SPEC §3. `Asia/Calcutta` is `Asia/Kolkata` (D12). */
const DEFAULT_ZONE = 'Asia/Kolkata'
const DEFAULT_VISIBILITY_DAYS = 30

let lastKey = 0
const newKey = () => `row-${++lastKey}`

/** Converts saved hours to form values: one row per range (SPEC §3). Consecutive days off become one row. */
export function toHoursValues(
  saved: WeeklyHours | null,
  exceptions: readonly Partial<DayException>[] = [],
): HoursValues {
  return {
    timeZone: saved ? saved.timeZone : defaultZone(),
    visibilityDays: saved?.visibilityDays ?? DEFAULT_VISIBILITY_DAYS,
    rows: (saved?.weeklySchedule ?? []).flatMap(({ dayOfWeek, timeRanges }) =>
      timeRanges.map((range) => ({ key: newKey(), day: String(dayOfWeek), ...range })),
    ),
    exceptions: toExceptionRows(exceptions),
  }
}

/** The device's zone (D41), or SPEC's default if the device reports none. */
function defaultZone(): string {
  const zone = displayZone()
  return zone === 'UTC' ? zoneOrUtc(DEFAULT_ZONE) : (CURRENT_ZONE_NAMES[zone] ?? zone)
}

export function toWeeklyHours({ timeZone, visibilityDays, rows }: HoursValues): WeeklyHours {
  return {
    timeZone,
    visibilityDays: Number(visibilityDays),
    weeklySchedule: rows.map(({ day, start, end }) => ({
      dayOfWeek: Number(day),
      timeRanges: [{ start, end }],
    })),
  }
}

/** Converts the exception rows to single dates in order. */
export function toExceptions(rows: readonly ExceptionRow[]): DayException[] {
  const dates = new Map<string, DayException>()
  for (const row of rows) {
    for (const date of datesOf(row)) {
      const existing = dates.get(date)
      const ranges = row.kind === 'off' ? [] : [{ start: row.start, end: row.end }]
      dates.set(date, {
        date,
        timeRanges: [...(existing?.timeRanges ?? []), ...ranges],
        note: existing?.note || row.note.trim(),
      })
    }
  }
  return [...dates.values()].sort((one, other) => one.date.localeCompare(other.date))
}

/** Dates of a weekday that have their own hours, in order and each once. `day` is `0` on Sunday. */
export function datesWithHours(day: string, rows: readonly ExceptionRow[]): string[] {
  const isOnDay = (date: string) => String(Temporal.PlainDate.from(date).dayOfWeek % 7) === day
  const dates = rows.filter(({ kind, from }) => kind === 'hours' && isDay(from) && isOnDay(from))
  return [...new Set(dates.map(({ from }) => from))].sort()
}

/** Index of the row that produced a date, to show the server's error there. */
export function rowIndexOfDate(date: string, rows: readonly ExceptionRow[]): number {
  return rows.findIndex((row) => datesOf(row).includes(date))
}

function datesOf({ kind, from, until }: ExceptionRow): string[] {
  if (kind === 'hours' || !until) return [from]
  return daysFrom(from, Temporal.PlainDate.from(from).until(until).days + 1)
}

function toExceptionRows(saved: readonly Partial<DayException>[]): ExceptionRow[] {
  const rows: ExceptionRow[] = []
  for (const { date = '', timeRanges = [], note = '' } of saved) {
    for (const { start, end } of timeRanges) {
      rows.push({ ...newException(date), kind: 'hours', start, end, note })
    }
    if (timeRanges.length > 0) continue
    const last = rows.at(-1)
    const isNextDay =
      last?.kind === 'off' && last.note === note && addDays(last.until || last.from, 1) === date
    if (last && isNextDay) last.until = date
    else rows.push({ ...newException(date), note })
  }
  return rows
}

/** An empty row for a day off. */
export function newException(from = ''): ExceptionRow {
  return { key: newKey(), kind: 'off', from, until: '', start: '', end: '', note: '' }
}

/** Whether two sets of values would be saved the same; row keys are ignored. */
export function isSameHours(first: HoursValues, second: HoursValues): boolean {
  const serialize = (values: HoursValues) =>
    JSON.stringify([toWeeklyHours(values), values.exceptions.map((row) => ({ ...row, key: '' }))])
  return serialize(first) === serialize(second)
}

const DEFAULT_RANGE = { start: '09:00', end: '12:00' }
const EVENING_START = '17:00'
const SUGGESTED_MINUTES = 180
const GAP_MINUTES = 60
const DAY_MINUTES = 24 * 60

/** Suggests another range of a day: the morning first, then the evening or an hour after the last one. */
export function suggestRange(day: string, rows: readonly HoursRow[]): HoursRow {
  const last = rows
    .filter((row) => row.day === day)
    .map(({ end }) => end)
    .sort()
    .at(-1)
  if (!last) return { key: newKey(), day, ...DEFAULT_RANGE }
  const start = Math.min(
    last <= EVENING_START ? minutesOfDay(EVENING_START) : minutesOfDay(last) + GAP_MINUTES,
    DAY_MINUTES - GAP_MINUTES,
  )
  const end = Math.min(start + SUGGESTED_MINUTES, DAY_MINUTES)
  return { key: newKey(), day, start: toClockTime(start), end: toClockTime(end) }
}

/** The end of a range after its start moved: a range whose start passes the end keeps its length. */
export function endAfterMove({ start, end }: TimeRange, newStart: string): string {
  if (!newStart || !end || newStart < end) return end
  const length = start && start < end ? minutesOfDay(end) - minutesOfDay(start) : CLASS_MINUTES
  return toClockTime(Math.min(minutesOfDay(newStart) + length, DAY_MINUTES))
}

/** Rows in the order of the form: by weekday from Monday, then by start. */
export function sortRows(rows: readonly HoursRow[]): HoursRow[] {
  return [...rows].sort(
    (one, other) =>
      WEEKDAYS.indexOf(one.day) - WEEKDAYS.indexOf(other.day) || one.start.localeCompare(other.start),
  )
}

/** Replaces the hours of the days `to` with those of `from`. */
export function copyDay(rows: readonly HoursRow[], from: string, to: readonly string[]): HoursRow[] {
  const source = rows.filter((row) => row.day === from)
  const others = rows.filter((row) => !to.includes(row.day))
  const copies = to.flatMap((day) => source.map((row) => ({ ...row, key: newKey(), day })))
  return sortRows([...others, ...copies])
}

/** Maps the server's field errors to form fields: `weeklySchedule.2.timeRanges.0.start` → `rows.2.start`. */
export function hoursFormErrors(
  fieldErrors: Readonly<Record<string, string>>,
  exceptions: readonly ExceptionRow[] = [],
): Record<string, string> {
  const dates = toExceptions(exceptions)
  return Object.fromEntries(
    Object.entries(fieldErrors).map(([field, message]) => [
      field
        .replace(/^weeklySchedule$/, 'rows')
        .replace(/^overrides$/, 'exceptions')
        .replace(/^weeklySchedule\.(\d+)\.dayOfWeek$/, 'rows.$1.day')
        .replace(
          /^weeklySchedule\.(\d+)\.timeRanges(?:\.\d+)?(?:\.(start|end))?$/,
          (_, row, end) => `rows.${row}.${end ?? 'start'}`,
        )
        .replace(/^overrides\.(\d+)\..*?(start|end|note)?$/, (_, index, end) => {
          const rowIndex = rowIndexOfDate(dates[Number(index)]?.date ?? '', exceptions)
          return `exceptions.${rowIndex}.${end ?? 'from'}`
        }),
      message,
    ]),
  )
}

const STEP_MINUTES = 15

/** `00:00` … `24:00` in steps of 15 minutes (SPEC §5). */
export const QUARTER_HOURS: readonly string[] = Array.from(
  { length: DAY_MINUTES / STEP_MINUTES + 1 },
  (_, step) => toClockTime(step * STEP_MINUTES),
)
