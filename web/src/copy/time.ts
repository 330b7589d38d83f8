import { texts } from '@/lib/language'

/** Cities of time zones that are called otherwise than in the zone's name. */
const CITIES: Record<string, string> = { 'Ho Chi Minh': 'Ho Chi Minh City' }

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/**
 * Names of days, months and times of day. The English ones are written here rather than asked of `Intl`, whose wording and
 * spaces differ between browser versions.
 */
export const timeCopy = texts('time', {
  shortMonths: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  weekdays: WEEKDAYS,
  shortWeekdays: WEEKDAYS.map((day) => day.slice(0, 3)),
  /** `7:05 am` */
  clock: (hour: number, minute: number) =>
    `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`,
  invalid: 'Invalid Date',
  cities: CITIES,
})
