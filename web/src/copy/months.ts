import { registerCatalogue } from '@/lib/i18n'

/** Full names of months. Separate from `time.ts`, which nearly every page loads. */
export const monthsCopy = registerCatalogue('months', {
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
