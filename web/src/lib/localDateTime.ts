/** Conversion between local date-times of a zone and instants, for forms with date and time fields. */
import { monthsCopy } from '@/copy/months'
import { toLocalDateTime, zoneOrUtc } from './time'

const LOCAL_DATE_TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})/

/**
 * Converts local time such as `2026-11-23T07:00` in a zone to an instant; `null` if the text is not
 * a date and time. Of an hour that occurs twice the first is taken; a skipped hour is moved
 * forward, as on the server (D12).
 */
export function toInstant(localDateTime: string, zone: string): string | null {
  try {
    const local = Temporal.PlainDateTime.from(localDateTime.replace(' ', 'T'))
    return local.toZonedDateTime(zoneOrUtc(zone), { disambiguation: 'compatible' }).toInstant().toString()
  } catch {
    return null
  }
}

/**
 * Local date and time of an instant, such as `['2026-11-23', '07:00']`; `null` if the text is not
 * an instant.
 */
export function toLocalDateAndTime(iso: string, zone: string): [day: string, time: string] | null {
  const [, day, time] = LOCAL_DATE_TIME.exec(toLocalDateTime(iso, zone) ?? '') ?? []
  return day && time ? [day, time] : null
}

/** Whether the text is an existing date such as `2026-11-23`. */
export function isDay(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text).toString() === text
  } catch {
    return false
  }
}

/** The first day of the week that contains `day`; weeks start on `first`, where 0 is Sunday. */
export function startOfWeek(day: string, first: number): string {
  const date = Temporal.PlainDate.from(day)
  return date.subtract({ days: (date.dayOfWeek - first + 7) % 7 }).toString()
}

export function firstOfMonth(day: string): string {
  return Temporal.PlainDate.from(day).with({ day: 1 }).toString()
}

export function addMonths(day: string, months: number): string {
  return Temporal.PlainDate.from(day).add({ months }).toString()
}

/** `November 2026` from `2026-11` or any day in it. */
export function formatMonth(day: string): string {
  const [year = '', month = ''] = day.split('-')
  return `${monthsCopy.names[Number(month) - 1] ?? ''} ${year}`.trim()
}

/** `Nov` from `2026-11` or any day in it. */
export function shortMonth(day: string): string {
  return (monthsCopy.names[Number(day.split('-')[1]) - 1] ?? '').slice(0, 3)
}
