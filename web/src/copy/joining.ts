import { msg } from '@lingui/core/macro'
import { defineTexts } from '@/lib/i18n'

/** Names of countries and currencies in the student form. */
export const joiningCopy = defineTexts({
  currencies: { INR: msg`Indian rupees (₹)`, USD: msg`US dollars ($)` },
  locations: { India: msg`India`, 'United States': msg`United States`, Other: msg`Other` },
})
