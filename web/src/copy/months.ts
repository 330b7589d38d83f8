import { dateNames } from '@/lib/i18n'

const MONTHS = [
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
]

/** Full names of months. Separate from `time.ts`, which nearly every page loads. */
export const monthsCopy = {
  get names() {
    return dateNames()?.months ?? MONTHS
  },
}
