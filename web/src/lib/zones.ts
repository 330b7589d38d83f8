import { ZONE_TODAY, zoneCity } from './time'

export interface ZoneChoice {
  value: string
  label: string
}

/** Zones by the names that people know, before the whole list (SPEC §9). */
const FRIENDLY: readonly ZoneChoice[] = [
  { value: 'Asia/Kolkata', label: 'India' },
  { value: 'America/New_York', label: 'United States, Eastern' },
  { value: 'America/Chicago', label: 'United States, Central' },
  { value: 'America/Denver', label: 'United States, Mountain' },
  { value: 'America/Los_Angeles', label: 'United States, Pacific' },
  { value: 'Europe/London', label: 'United Kingdom' },
  { value: 'America/Toronto', label: 'Canada, Eastern' },
  { value: 'America/Vancouver', label: 'Canada, Pacific' },
  { value: 'Australia/Sydney', label: 'Australia, Sydney' },
  { value: 'Pacific/Auckland', label: 'New Zealand' },
  { value: 'Asia/Singapore', label: 'Singapore' },
  { value: 'Asia/Kuala_Lumpur', label: 'Malaysia' },
  { value: 'Asia/Dubai', label: 'United Arab Emirates' },
  { value: 'Asia/Colombo', label: 'Sri Lanka' },
  { value: 'Asia/Kathmandu', label: 'Nepal' },
  { value: 'Europe/Berlin', label: 'Germany' },
  { value: 'Europe/Paris', label: 'France' },
]

/** Every zone to choose from: friendly names first, then by IANA name; `own` is among them whatever it is. */
export function zoneChoices(own: string): ZoneChoice[] {
  const friendly = FRIENDLY.map(({ value, label }) => ({ value, label: `${label} (${zoneCity(value)})` }))
  const named = new Set(FRIENDLY.map(({ value }) => value))
  const rest = new Set(Intl.supportedValuesOf('timeZone').map((zone) => ZONE_TODAY[zone] ?? zone))
  if (own) rest.add(own)
  return [
    ...friendly,
    ...[...rest]
      .filter((zone) => !named.has(zone))
      .sort()
      .map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
  ]
}
