import { CURRENT_ZONE_NAMES, nowIso, zoneCity, zoneLabel } from './time'

export interface ZoneOption {
  value: string
  label: string
}

/** Zones with familiar names, listed before all others (SPEC §9). */
const COMMON_ZONES: readonly ZoneOption[] = [
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

/** Options of a time zone field: common zones first, then all IANA names. Always contains `own`. */
export function zoneOptions(own: string): ZoneOption[] {
  const common = COMMON_ZONES.map(({ value, label }) => ({ value, label: `${label} (${zoneCity(value)})` }))
  const commonZones = new Set(COMMON_ZONES.map(({ value }) => value))
  const rest = new Set(Intl.supportedValuesOf('timeZone').map((zone) => CURRENT_ZONE_NAMES[zone] ?? zone))
  if (own) rest.add(own)
  return [
    ...common,
    ...[...rest]
      .filter((zone) => !commonZones.has(zone))
      .sort()
      .map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
  ]
}

/** Whether a zone is meant: by its label, its IANA name or its country, which are in different scripts on a Hindi page. */
export function matchesZone({ value, label }: ZoneOption, search: string): boolean {
  const country = COMMON_ZONES.find((zone) => zone.value === value)?.label ?? ''
  const words = `${label} ${value} ${country}`.replaceAll('_', ' ').toLowerCase()
  return words.includes(search.trim().toLowerCase())
}

/** The same zones by city, in the language of the page: `Kolkata, GMT+5:30`. */
export function zoneChoices(own: string): ZoneOption[] {
  const common = new Set(COMMON_ZONES.map(({ value }) => value))
  return zoneOptions(own).map(({ value, label }) =>
    common.has(value) ? { value, label: zoneLabel(value, nowIso()) } : { value, label },
  )
}
