import type { ClockTime, DateNames } from '@/lib/i18n'

const LOCALE = 'hi-IN'
const MONTHS = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 1))
/** Starting on 1 June 2026, a Monday. */
const WEEKDAYS = Array.from({ length: 7 }, (_, day) => Date.UTC(2026, 5, 1 + day))

function formatNames(days: number[], options: Intl.DateTimeFormatOptions): string[] {
  const format = new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: 'UTC' })
  return days.map((day) => format.format(day))
}

const clock = new Intl.DateTimeFormat(LOCALE, {
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
  dayPeriod: 'short',
  timeZone: 'UTC',
})

const clockDate = ({ hour, minute }: ClockTime) => Date.UTC(2026, 0, 1, hour, minute)

function clockParts(time: ClockTime): { period: string; numbers: string } {
  const parts = clock.formatToParts(clockDate(time))
  const text = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return { period: nightPeriod(time) ?? text('dayPeriod'), numbers: `${text('hour')}:${text('minute')}` }
}

/**
 * CLDR calls 8 pm to 4 am "रात". After a date that is read as the night at the end of that day, so
 * the hours after midnight have other names, as in the domain crate (`time/text_hindi.rs`).
 */
function nightPeriod({ hour }: ClockTime): string | null {
  if (hour === 0) return 'आधी रात'
  return hour < 4 ? 'तड़के' : null
}

const months = formatNames(MONTHS, { month: 'long' })

export const hindiDateNames: DateNames = {
  months,
  /** Not abbreviated: the short names of `Intl`, such as "नव॰", are uncommon. */
  shortMonths: months,
  weekdays: formatNames(WEEKDAYS, { weekday: 'long' }),
  shortWeekdays: formatNames(WEEKDAYS, { weekday: 'short' }),
  dayPartStarts: [4, 12, 16],
  /** `सुबह 7:05` */
  clock: (time) => {
    const { period, numbers } = clockParts(time)
    return `${period} ${numbers}`
  },
  /** `सुबह 7:00–8:00`. A range over midnight names the night once: `रात 11:30–12:30`. */
  range: (start, end) => {
    const [first, last] = [clockParts(start), clockParts(end)]
    const isSamePeriod = first.period === last.period || (first.period === 'रात' && end.hour === 0)
    const lastText = isSamePeriod ? last.numbers : `${last.period} ${last.numbers}`
    return `${first.period} ${first.numbers}–${lastText}`
  },
}
