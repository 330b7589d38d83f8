import { registerCatalogue } from '@/lib/i18n'

/** Cities whose name differs from the zone's name. */
const CITIES: Record<string, string> = { 'Ho Chi Minh': 'Ho Chi Minh City' }

interface ClockTime {
  hour: number
  minute: number
}

const numbers = ({ hour, minute }: ClockTime) => `${hour % 12 || 12}:${String(minute).padStart(2, '0')}`
const half = ({ hour }: ClockTime) => (hour < 12 ? 'am' : 'pm')

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/**
 * Names of days, months and times of day. The English ones are constants because the wording and
 * spaces of `Intl` differ between browser versions.
 */
export const timeCopy = registerCatalogue('time', {
  shortMonths: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  weekdays: WEEKDAYS,
  shortWeekdays: WEEKDAYS.map((day) => day.slice(0, 3)),
  /** `7:05 am` */
  clock: (hour: number, minute: number) => `${numbers({ hour, minute })} ${half({ hour, minute })}`,
  /** `7:00–8:00 am`, or `11:30 am–12:30 pm` */
  range: (start: ClockTime, end: ClockTime) =>
    start.hour < 12 === end.hour < 12
      ? `${numbers(start)}–${numbers(end)} ${half(end)}`
      : `${numbers(start)} ${half(start)}–${numbers(end)} ${half(end)}`,
  /** Deadlines: 12:00 pm and 12:00 am are easily confused. */
  noon: (day: string) => `${day}, noon`,
  midnight: (dayBefore: string) => `midnight (end of ${dayBefore})`,
  invalid: 'Invalid Date',
  cities: CITIES,
})
