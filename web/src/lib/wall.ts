/** Between the wall clock of a zone and instants, for forms in which people write dates and times. */
import { monthsCopy } from '@/copy/months'
import { knownZone, toWall } from './time'

const WALL = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})/

/**
 * The instant at which a wall in that zone shows `2026-11-23T07:00`, or `null` for text that is no date and time. An hour
 * that happens twice is the first one, one that is skipped is moved on, as the server does (D12).
 */
export function instantAt(wall: string, zone: string): string | null {
  try {
    const local = Temporal.PlainDateTime.from(wall.replace(' ', 'T'))
    return local.toZonedDateTime(knownZone(zone), { disambiguation: 'compatible' }).toInstant().toString()
  } catch {
    return null
  }
}

/** `['2026-11-23', '07:00']` of an instant on the wall of that zone, or `null` for text that is no instant. */
export function wallParts(iso: string, zone: string): [day: string, time: string] | null {
  const [, day, time] = WALL.exec(toWall(iso, zone) ?? '') ?? []
  return day && time ? [day, time] : null
}

/** Whether the text is a day that exists, as `2026-11-23`. */
export function isDay(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text).toString() === text
  } catch {
    return false
  }
}

/** The Monday of the week, and the first day of the month, in which a day lies. */
export function mondayOf(day: string): string {
  const date = Temporal.PlainDate.from(day)
  return date.subtract({ days: date.dayOfWeek - 1 }).toString()
}

export function firstOfMonth(day: string): string {
  return Temporal.PlainDate.from(day).with({ day: 1 }).toString()
}

export function addMonths(day: string, months: number): string {
  return Temporal.PlainDate.from(day).add({ months }).toString()
}

/** `November 2026` from `2026-11` or any day of it. */
export function formatMonth(day: string): string {
  const [year = '', month = ''] = day.split('-')
  return `${monthsCopy.names[Number(month) - 1] ?? ''} ${year}`.trim()
}

/** `Nov` from `2026-11` or any day of it. */
export function shortMonth(day: string): string {
  return (monthsCopy.names[Number(day.split('-')[1]) - 1] ?? '').slice(0, 3)
}
