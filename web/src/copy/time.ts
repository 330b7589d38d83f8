import { registerCatalogue } from '@/lib/i18n'

/** Cities whose name differs from the zone's name. */
const CITIES: Record<string, string> = { 'Ho Chi Minh': 'Ho Chi Minh City' }

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
  clock: (hour: number, minute: number) =>
    `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`,
  invalid: 'Invalid Date',
  cities: CITIES,
})
