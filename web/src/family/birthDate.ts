/** A date of birth while it is being entered. */
import { birthDateCopy } from '@/copy/birthDate'
import { displayZone, nowIso } from '@/lib/time'

export interface BirthDateParts {
  day: string
  /** `1` to `12`, or empty. */
  month: string
  year: string
}

export const NO_BIRTH_DATE: BirthDateParts = { day: '', month: '', year: '' }

/** The parts of a date such as `2016-04-23`; empty ones without a date. */
export function partsOfBirthDate(date: string | null): BirthDateParts {
  if (!date) return NO_BIRTH_DATE
  const { day, month, year } = Temporal.PlainDate.from(date)
  return { day: String(day), month: String(month), year: String(year) }
}

/** A date of birth further back is a mistake. */
const MAX_AGE = 120

/** The date as `YYYY-MM-DD`; `null` if it is incomplete, does not exist or cannot be a date of birth. */
export function birthDateOf({ day, month, year }: BirthDateParts): string | null {
  if (!/^\d{1,2}$/.test(day.trim()) || !/^\d{4}$/.test(year.trim()) || !month) return null
  try {
    const fields = { year: Number(year), month: Number(month), day: Number(day) }
    const date = Temporal.PlainDate.from(fields, { overflow: 'reject' })
    const today = Temporal.Instant.from(nowIso()).toZonedDateTimeISO(displayZone()).toPlainDate()
    const earliest = today.subtract({ years: MAX_AGE + 1 })
    const isPlausible =
      Temporal.PlainDate.compare(date, today) <= 0 && Temporal.PlainDate.compare(date, earliest) > 0
    return isPlausible ? date.toString() : null
  } catch {
    return null
  }
}

/** What is wrong with the date, or `null`. */
export function birthDateError(parts: BirthDateParts): string | null {
  if (!parts.day.trim() || !parts.month || !parts.year.trim()) return birthDateCopy.missing
  return birthDateOf(parts) === null ? birthDateCopy.invalid : null
}
