/**
 * Parsing and formatting of times. No other module converts between text and instants.
 *
 * Instants are RFC 3339 text in UTC (D3); a *day* is `YYYY-MM-DD` in a given zone. Names of days
 * and months come from `copy/time.ts`.
 */

import { timeCopy as copy } from '@/copy/time'
import { clock } from './clock'
import { deviceZone, displayChoices } from './display'
import { formatClock } from './formatClock'

const DAY_MS = 86_400_000

/** Loads the Temporal polyfill if the browser has no Temporal. Call once, before the first render. */
export async function ensureTemporal(): Promise<void> {
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')
}

/** The current time in the API's format. */
export function nowIso(): string {
  return toIso(clock.now())
}

export function toIso(epochMs: number): string {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toString()
}

export function parseInstant(text: string | null | undefined): Temporal.Instant | null {
  if (!text) return null
  try {
    return Temporal.Instant.from(text)
  } catch {
    return null
  }
}

/** Milliseconds since 1970, or `NaN` if the text is not an instant, so that comparisons with it are false. */
export function epochMs(text: string | null | undefined): number {
  return parseInstant(text)?.epochMilliseconds ?? Number.NaN
}

/** The last millisecond before an instant, which is on the last day of a range that ends there. */
export function momentBefore(instant: string): string {
  // The server's instants have microseconds.
  return toIso(Math.ceil(epochMs(instant)) - 1)
}

/** Compares two instants for sorting. Text that is not an instant sorts last. */
export function compareInstants(a: string, b: string): number {
  const left = epochMs(a)
  const right = epochMs(b)
  if (Number.isNaN(left) || Number.isNaN(right))
    return Number(Number.isNaN(left)) - Number(Number.isNaN(right))
  return left - right
}

function toZonedDateTime(text: string | null | undefined, zone: string): Temporal.ZonedDateTime | null {
  return parseInstant(text)?.toZonedDateTimeISO(zoneOrUtc(zone)) ?? null
}

// ---- zones

/** The zone in which times are shown: the one that the person chose, otherwise the browser's. */
export function displayZone(): string {
  return displayChoices().zone ?? deviceZone()
}

function isZone(zone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone)
    return true
  } catch {
    return false
  }
}

/** The zone, or `UTC` if this browser does not know it, so that the page does not break. */
export function zoneOrUtc(zone: string | null | undefined): string {
  return zone && isZone(zone) ? zone : 'UTC'
}

/** Whether two names mean the same zone: `Asia/Calcutta` is `Asia/Kolkata` (D12). */
export function isSameZone(a: string, b: string): boolean {
  if (a === b) return true
  if (!isZone(a) || !isZone(b)) return false
  const epoch = Temporal.Instant.fromEpochMilliseconds(0)
  return epoch.toZonedDateTimeISO(a).equals(epoch.toZonedDateTimeISO(b))
}

/** Whether clocks in both zones show the same time at that instant, as in Kolkata and Colombo. */
export function isSameLocalTime(iso: string, a: string, b: string): boolean {
  return isSameZone(a, b) || offsetMinutes(iso, a) === offsetMinutes(iso, b)
}

/** UTC offset in minutes at that instant, positive east of Greenwich. */
export function offsetMinutes(iso: string, zone: string): number {
  return (toZonedDateTime(iso, zone)?.offsetNanoseconds ?? 0) / 60_000_000_000
}

/** Old zone names that some browsers still list, and the names that the server stores (D12). */
export const CURRENT_ZONE_NAMES: Readonly<Record<string, string>> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Europe/Kiev': 'Europe/Kyiv',
}

/** The city of an IANA name in current spelling: `America/New_York` → `New York`. */
export function zoneCity(zone: string): string {
  const city = (CURRENT_ZONE_NAMES[zone] ?? zone).replace(/.*\//, '').replaceAll('_', ' ')
  return copy.city(city)
}

/** City and offset of a zone: `Kolkata, GMT+5:30`. */
export function zoneLabel(zone: string, atIso: string): string {
  const minutes = offsetMinutes(atIso, zone)
  const sign = minutes < 0 ? '−' : '+'
  const hours = Math.floor(Math.abs(minutes) / 60)
  const rest = Math.round(Math.abs(minutes) % 60)
  const offset =
    minutes === 0 ? 'GMT' : `GMT${sign}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`
  const city = zoneCity(zone)
  return city === 'UTC' || city === 'GMT' ? city : `${city}, ${offset}`
}

// ---- days

/** The calendar day of an instant in a zone, or `null` if the text is not an instant. */
export function dayOf(iso: string | null | undefined, zone: string): string | null {
  return toZonedDateTime(iso, zone)?.toPlainDate().toString() ?? null
}

export function today(zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(clock.now())
    .toZonedDateTimeISO(zoneOrUtc(zone))
    .toPlainDate()
    .toString()
}

export function addDays(day: string, count: number): string {
  return Temporal.PlainDate.from(day).add({ days: count }).toString()
}

/** `count` consecutive days starting at `first`. */
export function daysFrom(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(first, index))
}

/** Local date and time as `YYYY-MM-DD HH:mm:ss`, the format of the calendar widgets. */
export function toLocalDateTime(iso: string, zone: string): string | null {
  const at = toZonedDateTime(iso, zone)
  return at ? at.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ') : null
}

// ---- formatting

function dayParts(day: Temporal.PlainDate): { weekday: string; long: string; date: string } {
  return {
    weekday: copy.shortWeekdays[day.dayOfWeek - 1] ?? '',
    long: copy.weekdays[day.dayOfWeek - 1] ?? '',
    date: `${day.day} ${copy.shortMonths[day.month - 1] ?? ''}`,
  }
}

/** `7:00 am` */
export function formatTime(iso: string | null | undefined, zone: string): string {
  const at = toZonedDateTime(iso, zone)
  return at ? formatClock(at) : copy.invalid
}

/** `Mon, 23 Nov` */
export function formatDay(iso: string | null | undefined, zone: string): string {
  const day = dayOf(iso, zone)
  return day ? formatCalendarDay(day) : copy.invalid
}

function formatWeekday(iso: string, zone: string): string {
  const day = toZonedDateTime(iso, zone)?.toPlainDate()
  return day ? dayParts(day).weekday : copy.invalid
}

/** `Mon, 23 Nov 2026` */
export function formatDate(iso: string | null | undefined, zone: string): string {
  const at = toZonedDateTime(iso, zone)
  return at ? `${formatCalendarDay(at.toPlainDate().toString())} ${at.year}` : copy.invalid
}

/** `Mon, 23 Nov` from `2026-11-23` */
export function formatCalendarDay(day: string): string {
  const { weekday, date } = dayParts(Temporal.PlainDate.from(day))
  return `${weekday}, ${date}`
}

/** `Monday 23 Nov 2026` from `2026-11-23`, for screen readers. */
export function formatLongDay(day: string): string {
  const date = Temporal.PlainDate.from(day)
  return `${dayParts(date).long} ${dayParts(date).date} ${date.year}`
}

/** `Mon, 23 Nov 2026, 7:00 am` */
export function formatDateTime(iso: string | null | undefined, zone: string): string {
  const date = formatDate(iso, zone)
  return date === copy.invalid ? date : `${date}, ${formatTime(iso, zone)}`
}

/** `Mon, 23 Nov, 7:00 am` */
export function formatDayTime(iso: string | null | undefined, zone: string): string {
  const day = formatDay(iso, zone)
  return day === copy.invalid ? day : `${day}, ${formatTime(iso, zone)}`
}

/** `7:00–8:00 am` */
export function formatTimeRange(start: string, end: string, zone: string): string {
  const [first, last] = [toZonedDateTime(start, zone), toZonedDateTime(end, zone)]
  if (!first || !last) return formatTime(start, zone)
  return displayChoices().is24Hours ? `${formatClock(first)}–${formatClock(last)}` : copy.range(first, last)
}

/** A time limit: `Tue, 24 Nov, 8:00 pm`, `Tue, 24 Nov, noon`, `midnight (end of Tue, 24 Nov)`. */
export function formatDeadline(iso: string, zone: string): string {
  const at = toZonedDateTime(iso, zone)
  if (!at) return copy.invalid
  const isFullHour = at.minute === 0 && !displayChoices().is24Hours
  if (isFullHour && at.hour === 12) return copy.noon(formatDay(iso, zone))
  if (isFullHour && at.hour === 0)
    return copy.midnight(formatCalendarDay(at.toPlainDate().subtract({ days: 1 }).toString()))
  return formatDayTime(iso, zone)
}

/**
 * The time in another zone, or `null` if clocks there show the same: `5:30 pm`, with the weekday if
 * the day differs (`Tue, 5:30 am`).
 */
export function formatInOtherZone(
  iso: string,
  zone: string,
  otherZone: string | null | undefined,
): string | null {
  if (!otherZone || !parseInstant(iso) || isSameLocalTime(iso, zone, otherZone)) return null
  const time = formatTime(iso, otherZone)
  return dayOf(iso, zone) === dayOf(iso, otherZone) ? time : `${formatWeekday(iso, otherZone)}, ${time}`
}

// ---- time rules

/**
 * Days until credits expire, or `null` if no warning is due. A started day counts, so the last hour
 * is "1 day left". Expired credits and those beyond `limitDays` give no warning (SPEC §4, §9).
 */
export function expiryWarningDays(
  expiry: string | null | undefined,
  now: number,
  limitDays: number,
): number | null {
  const left = epochMs(expiry) - now
  if (!(left > 0) || left > limitDays * DAY_MS) return null
  return Math.ceil(left / DAY_MS)
}

/**
 * Whether the meeting link of a class can be opened: from ten minutes before the start until the
 * end (D37).
 */
export function isJoinTime(startIso: string, endIso: string, now: number): boolean {
  return now >= epochMs(startIso) - 10 * 60_000 && now < epochMs(endIso)
}

/**
 * The first day within `days` on which the offset between the two zones changes because one of them
 * enters or leaves summer time. From that day a class at the teacher's usual hour is `minutes`
 * later on the student's clock (earlier if negative).
 */
export function findOffsetChange(
  studentZone: string,
  teacherZone: string,
  days: number,
): { day: string; minutes: number } | null {
  const first = today(studentZone)
  const before = offsetDifferenceAtNoon(first, studentZone, teacherZone)
  for (const day of daysFrom(addDays(first, 1), days)) {
    const minutes = offsetDifferenceAtNoon(day, studentZone, teacherZone) - before
    if (minutes !== 0) return { day, minutes }
  }
  return null
}

function offsetDifferenceAtNoon(day: string, studentZone: string, teacherZone: string): number {
  const noon = Temporal.PlainDate.from(day)
    .toZonedDateTime({ timeZone: zoneOrUtc(studentZone), plainTime: '12:00' })
    .toInstant()
    .toString()
  return offsetMinutes(noon, studentZone) - offsetMinutes(noon, teacherZone)
}
