import type { ApiError } from '@/api/error'
import type { Availability, SaveAvailabilityRequest } from '@/api/types'
import { knownZone } from '@/lib/time'
import type { HoursRow } from './availabilitySchema'

/** What the form holds. `visibilityDays` is text while the field is empty. */
export interface AvailabilityValues {
  timeZone: string
  visibilityDays: number | string
  rows: HoursRow[]
}

/** SPEC §3's defaults. `Asia/Calcutta` is `Asia/Kolkata` (D12). */
const DEFAULT_ZONE = 'Asia/Kolkata'
const DEFAULT_VISIBILITY_DAYS = 30

let lastKey = 0
const newKey = () => `row-${++lastKey}`

/** One row for each range, as SPEC §3's form has them. */
export function toValues(saved: Availability | null): AvailabilityValues {
  return {
    timeZone: saved ? saved.timeZone : knownZone(DEFAULT_ZONE),
    visibilityDays: saved?.visibilityDays ?? DEFAULT_VISIBILITY_DAYS,
    rows: (saved?.weeklySchedule ?? []).flatMap(({ dayOfWeek, timeRanges }) =>
      timeRanges.map((range) => ({ key: newKey(), day: String(dayOfWeek), ...range })),
    ),
  }
}

export function toRequest(values: AvailabilityValues, version: number | undefined): SaveAvailabilityRequest {
  return {
    timeZone: values.timeZone,
    visibilityDays: Number(values.visibilityDays),
    weeklySchedule: values.rows.map(({ day, start, end }) => ({
      dayOfWeek: Number(day),
      timeRanges: [{ start, end }],
    })),
    ...(version === undefined ? {} : { version }),
  }
}

/** Whether saving would change nothing; rows are told apart by what they say, not by who added them. */
export function sameHours(one: AvailabilityValues, other: AvailabilityValues): boolean {
  return JSON.stringify(toRequest(one, undefined)) === JSON.stringify(toRequest(other, undefined))
}

/** A further row: the day after the last one, at the same hours, which is what most weeks look like. */
export function nextRow(rows: readonly HoursRow[]): HoursRow {
  const last = rows.at(-1)
  if (!last?.day) return { key: newKey(), day: '', start: '', end: '' }
  return { key: newKey(), day: String((Number(last.day) + 1) % 7), start: last.start, end: last.end }
}

/** The server's sentences under the form's own fields: `weeklySchedule.2.timeRanges.0.start` → `rows.2.start`. */
export function formErrors(error: ApiError): Record<string, string> {
  return Object.fromEntries(
    Object.entries(error.fieldErrors).map(([field, message]) => [
      field
        .replace(/^weeklySchedule\.(\d+)\.dayOfWeek$/, 'rows.$1.day')
        .replace(
          /^weeklySchedule\.(\d+)\.timeRanges(?:\.\d+)?(?:\.(start|end))?$/,
          (_, row, end) => `rows.${row}.${end ?? 'start'}`,
        ),
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
