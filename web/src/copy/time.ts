import { msg, t } from '@lingui/core/macro'
import { type ClockTime, type DateNames, dateNames, defineTexts, translationOf } from '@/lib/i18n'

/** Cities whose name differs from the zone's name. */
const CITIES: Record<string, string> = { 'Ho Chi Minh': 'Ho Chi Minh City' }

const numbers = ({ hour, minute }: ClockTime) => `${hour % 12 || 12}:${String(minute).padStart(2, '0')}`
const half = ({ hour }: ClockTime) => (hour < 12 ? 'am' : 'pm')

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const ENGLISH: Omit<DateNames, 'months'> = {
  shortMonths: MONTHS,
  weekdays: WEEKDAYS,
  shortWeekdays: WEEKDAYS.map((day) => day.slice(0, 3)),
  dayPartStarts: [5, 12, 17],
  clock: (time) => `${numbers(time)} ${half(time)}`,
  range: (start, end) =>
    half(start) === half(end)
      ? `${numbers(start)}–${numbers(end)} ${half(end)}`
      : `${numbers(start)} ${half(start)}–${numbers(end)} ${half(end)}`,
}

const names = () => dateNames() ?? ENGLISH

/**
 * Names of days, months and times of day. The English ones are constants because the wording and
 * spaces of `Intl` differ between browser versions.
 */
export const timeCopy = defineTexts({
  get shortMonths() {
    return names().shortMonths
  },
  get weekdays() {
    return names().weekdays
  },
  get shortWeekdays() {
    return names().shortWeekdays
  },
  get dayPartStarts() {
    return names().dayPartStarts
  },
  /** `7:05 am` */
  clock: (hour: number, minute: number) => names().clock({ hour, minute }),
  /** `7:00–8:00 am`, or `11:30 am–12:30 pm` */
  range: (start: ClockTime, end: ClockTime) => names().range(start, end),
  /** Deadlines: 12:00 pm and 12:00 am are easily confused. */
  noon: (day: string) => t`${day}, noon`,
  midnight: (dayBefore: string) => t`midnight (end of ${dayBefore})`,
  invalid: msg`Invalid Date`,
  cities: CITIES,
  city: (name: string) => translationOf(`city.${name}`) ?? CITIES[name] ?? name,
})
