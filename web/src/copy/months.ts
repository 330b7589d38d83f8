import { texts } from '@/lib/language'

/** Whole names of months, for calendars. Apart from `time.ts`, which nearly every page loads. */
export const monthsCopy = texts('months', {
  names: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
})
