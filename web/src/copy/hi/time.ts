import type { monthsCopy } from '@/copy/months'
import type { timeCopy } from '@/copy/time'
import type { Translated } from './translated'

const LOCALE = 'hi-IN'
const JANUARY = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 1))
/** 1 June 2026 is a Monday. */
const MONDAY = Array.from({ length: 7 }, (_, day) => Date.UTC(2026, 5, 1 + day))

function named(days: number[], options: Intl.DateTimeFormatOptions): string[] {
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

/** Names of days, months and times of day, as `Intl` knows them. */
export const time = {
  shortMonths: named(JANUARY, { month: 'short' }),
  weekdays: named(MONDAY, { weekday: 'long' }),
  shortWeekdays: named(MONDAY, { weekday: 'short' }),
  /** `सुबह 7:05` */
  clock: (hour, minute) => clock.format(Date.UTC(2026, 0, 1, hour, minute)),
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
  names: named(JANUARY, { month: 'long' }),
} satisfies Translated<typeof monthsCopy>
