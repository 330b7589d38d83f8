import { isSameZone } from './time'

/** Countries that the student form offers (SPEC §2). */
export const COUNTRIES = ['India', 'United States', 'Other'] as const
export type Country = (typeof COUNTRIES)[number]

/** Zones of the United States outside `America/Indiana`, `/Kentucky` and `/North_Dakota`. */
const US_ZONES = new Set([
  'America/New_York',
  'America/Detroit',
  'America/Chicago',
  'America/Menominee',
  'America/Denver',
  'America/Boise',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'America/Juneau',
  'America/Sitka',
  'America/Metlakatla',
  'America/Yakutat',
  'America/Nome',
  'America/Adak',
  'America/Indianapolis',
  'America/Louisville',
  'Pacific/Honolulu',
])

/** The country of a device in this zone; `null` if the zone does not tell. */
export function countryOfZone(zone: string): Country | null {
  if (zone === 'UTC') return null
  if (isSameZone(zone, 'Asia/Kolkata')) return 'India'
  const isUnitedStates = US_ZONES.has(zone) || /^America\/(Indiana|Kentucky|North_Dakota)\//.test(zone)
  return isUnitedStates ? 'United States' : 'Other'
}
