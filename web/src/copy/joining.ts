import { registerCatalogue } from '@/lib/i18n'

/** Names of countries and currencies in the student form. */
export const joiningCopy = registerCatalogue('joining', {
  currencies: { INR: 'Indian rupees (₹)', USD: 'US dollars ($)' },
  locations: { India: 'India', 'United States': 'United States', Other: 'Other' },
})
