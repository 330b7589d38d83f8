import { texts } from '@/lib/language'

/** Places and currencies by name, where a student joins. */
export const joiningCopy = texts('joining', {
  currencies: { INR: 'Indian rupees (₹)', USD: 'US dollars ($)' },
  locations: { India: 'India', 'United States': 'United States', Other: 'Other' },
})
