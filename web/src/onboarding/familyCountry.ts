import type { Learner } from '@/api/learners'
import { type Country, countryOfZone } from '@/lib/country'
import { currencyFor } from '@/lib/currency'

/**
 * The country in which a family has joined before, by the currency of the last child; `null` without
 * children.
 */
export function familyCountry(learners: readonly Learner[], zone: string): Country | null {
  const last = learners.at(-1)
  if (!last) return null
  if (last.currency === 'INR') return 'India'
  const local = countryOfZone(zone)
  return local && currencyFor(local, zone) === 'USD' ? local : 'United States'
}
