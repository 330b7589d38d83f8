import type { monthsCopy } from '@/copy/months'
import type { timeCopy } from '@/copy/time'
import type { Translated } from './translated'

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

function clockParts(hour: number, minute: number): { period: string; time: string } {
  const parts = clock.formatToParts(Date.UTC(2026, 0, 1, hour, minute))
  const text = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return { period: text('dayPeriod'), time: `${text('hour')}:${text('minute')}` }
}

/** Names of days, months and times of day from `Intl`. */
export const time = {
  shortMonths: formatNames(MONTHS, { month: 'short' }),
  weekdays: formatNames(WEEKDAYS, { weekday: 'long' }),
  shortWeekdays: formatNames(WEEKDAYS, { weekday: 'short' }),
  /** `सुबह 7:05` */
  clock: (hour, minute) => clock.format(Date.UTC(2026, 0, 1, hour, minute)),
  /** `सुबह 7:00–8:00` */
  range: (start, end) => {
    const [first, last] = [start, end].map(({ hour, minute }) => clockParts(hour, minute))
    const lastText = first?.period === last?.period ? last?.time : `${last?.period} ${last?.time}`
    return `${first?.period} ${first?.time}–${lastText}`
  },
  noon: (day) => `${day}, दोपहर 12 बजे`,
  midnight: (dayBefore) => `रात 12 बजे (${dayBefore} ख़त्म होने तक)`,
  invalid: 'अमान्य तारीख़',
  cities: {
    Kolkata: 'कोलकाता',
    Kathmandu: 'काठमांडू',
    'Ho Chi Minh': 'हो ची मिन्ह',
    Colombo: 'कोलंबो',
    Dhaka: 'ढाका',
    Dubai: 'दुबई',
    Singapore: 'सिंगापुर',
    'Kuala Lumpur': 'कुआलालंपुर',
    'New York': 'न्यूयॉर्क',
    Chicago: 'शिकागो',
    Denver: 'डेनवर',
    'Los Angeles': 'लॉस एंजिलिस',
    Toronto: 'टोरंटो',
    Vancouver: 'वैंकूवर',
    London: 'लंदन',
    Paris: 'पेरिस',
    Berlin: 'बर्लिन',
    Sydney: 'सिडनी',
    Auckland: 'ऑकलैंड',
  },
} satisfies Translated<typeof timeCopy>

export const months = {
  names: formatNames(MONTHS, { month: 'long' }),
} satisfies Translated<typeof monthsCopy>
