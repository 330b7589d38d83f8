import { addDays, daysFrom, knownZone } from '@/lib/time'
import type { ExceptionRow, HoursRow } from './hoursSchema'

/** What the form holds. `visibilityDays` is text while the field is empty. */
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

/** Weekly hours as the API has them. */
export interface WeeklyHours {
  timeZone: string
  visibilityDays: number
  weeklySchedule: { dayOfWeek: number; timeRanges: TimeRange[] }[]
}

/** One date with hours of its own; none means that the teacher is off. */
interface DayException {
  date: string
  timeRanges: TimeRange[]
  note: string
}

/** SPEC §3's defaults. `Asia/Calcutta` is `Asia/Kolkata` (D12). */
const DEFAULT_ZONE = 'Asia/Kolkata'
const DEFAULT_VISIBILITY_DAYS = 30

let lastKey = 0
const newKey = () => `row-${++lastKey}`

/** One row for each range, as SPEC §3's form has them; days off that follow each other are one line. */
export function toValues(
  saved: WeeklyHours | null,
  exceptions: readonly Partial<DayException>[] = [],
): HoursValues {
  return {
    timeZone: saved ? saved.timeZone : knownZone(DEFAULT_ZONE),
    visibilityDays: saved?.visibilityDays ?? DEFAULT_VISIBILITY_DAYS,
    rows: (saved?.weeklySchedule ?? []).flatMap(({ dayOfWeek, timeRanges }) =>
      timeRanges.map((range) => ({ key: newKey(), day: String(dayOfWeek), ...range })),
    ),
    exceptions: exceptionRows(exceptions),
  }
}

export function toWeek({ timeZone, visibilityDays, rows }: HoursValues): WeeklyHours {
  return {
    timeZone,
    visibilityDays: Number(visibilityDays),
    weeklySchedule: rows.map(({ day, start, end }) => ({
      dayOfWeek: Number(day),
      timeRanges: [{ start, end }],
    })),
  }
}

/** The lines as single dates, in order. */
export function toExceptions(rows: readonly ExceptionRow[]): DayException[] {
  const dates = new Map<string, DayException>()
  for (const row of rows) {
    for (const date of datesOf(row)) {
      const known = dates.get(date)
      const ranges = row.kind === 'off' ? [] : [{ start: row.start, end: row.end }]
      dates.set(date, {
        date,
        timeRanges: [...(known?.timeRanges ?? []), ...ranges],
        note: known?.note || row.note.trim(),
      })
    }
  }
  return [...dates.values()].sort((one, other) => one.date.localeCompare(other.date))
}

/** The line that a date comes from, so that what the server says of the date is shown there. */
export function lineOf(date: string, rows: readonly ExceptionRow[]): number {
  return rows.findIndex((row) => datesOf(row).includes(date))
}

function datesOf({ kind, from, until }: ExceptionRow): string[] {
  if (kind === 'hours' || !until) return [from]
  return daysFrom(from, Temporal.PlainDate.from(from).until(until).days + 1)
}

function exceptionRows(saved: readonly Partial<DayException>[]): ExceptionRow[] {
  const rows: ExceptionRow[] = []
  for (const { date = '', timeRanges = [], note = '' } of saved) {
    for (const { start, end } of timeRanges) {
      rows.push({ ...newException(date), kind: 'hours', start, end, note })
    }
    if (timeRanges.length > 0) continue
    const last = rows.at(-1)
    const follows = last?.kind === 'off' && last.note === note && addDays(last.until || last.from, 1) === date
    if (last && follows) last.until = date
    else rows.push({ ...newException(date), note })
  }
  return rows
}

/** A day off, to be filled in. */
export function newException(from = ''): ExceptionRow {
  return { key: newKey(), kind: 'off', from, until: '', start: '', end: '', note: '' }
}

/** Whether saving would change nothing; rows are told apart by what they say, not by who added them. */
export function sameHours(one: HoursValues, other: HoursValues): boolean {
  const words = (values: HoursValues) =>
    JSON.stringify([toWeek(values), values.exceptions.map((row) => ({ ...row, key: '' }))])
  return words(one) === words(other)
}

/** A further row: the day after the last one, at the same hours, which is what most weeks look like. */
export function nextRow(rows: readonly HoursRow[]): HoursRow {
  const last = rows.at(-1)
  if (!last?.day) return { key: newKey(), day: '', start: '', end: '' }
  return { key: newKey(), day: String((Number(last.day) + 1) % 7), start: last.start, end: last.end }
}

/** The rows after one day's hours were copied to others, in place of what these had. Weeks begin on Monday. */
export function copyDay(rows: readonly HoursRow[], from: string, to: readonly string[]): HoursRow[] {
  const source = rows.filter((row) => row.day === from)
  const others = rows.filter((row) => !to.includes(row.day))
  const copies = to.flatMap((day) => source.map((row) => ({ ...row, key: newKey(), day })))
  const fromMonday = ({ day }: HoursRow) => (day === '' ? 7 : (Number(day) + 6) % 7)
  return [...others, ...copies].sort(
    (one, other) => fromMonday(one) - fromMonday(other) || one.start.localeCompare(other.start),
  )
}

/** The server's sentences under the form's own fields: `weeklySchedule.2.timeRanges.0.start` → `rows.2.start`. */
export function formErrors(
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
          const line = lineOf(dates[Number(index)]?.date ?? '', exceptions)
          return `exceptions.${line}.${end ?? 'from'}`
        }),
      message,
    ]),
  )
}

const STEP_MINUTES = 15

/** `00:00` … `24:00` in steps of 15 minutes, 24-hour (SPEC §5). */
export const QUARTERS: readonly string[] = Array.from({ length: (24 * 60) / STEP_MINUTES + 1 }, (_, step) => {
  const total = step * STEP_MINUTES
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`
})
