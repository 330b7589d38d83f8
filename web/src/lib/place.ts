import { sameZone } from './time'

/** Where students live, as SPEC §2 asks it. */
export const PLACES = ['India', 'United States', 'Other'] as const
export type Place = (typeof PLACES)[number]

/** Zones of the United States that are not under `America/Indiana`, `/Kentucky` or `/North_Dakota`. */
const AMERICAN = new Set([
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

/** The place of a device whose clock is in that zone; `null` where the zone tells none. */
export function placeOf(zone: string): Place | null {
  if (zone === 'UTC') return null
  if (sameZone(zone, 'Asia/Kolkata')) return 'India'
  const american = AMERICAN.has(zone) || /^America\/(Indiana|Kentucky|North_Dakota)\//.test(zone)
  return american ? 'United States' : 'Other'
}
