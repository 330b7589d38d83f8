/** A link that opens Google Calendar with the class filled in; nothing is stored until the person saves it there. */
import { parseInstant } from './time'

export interface CalendarEntry {
  title: string
  details: string
  startIso: string
  endIso: string
  location?: string | null
}

/** `null` when the times cannot be read. */
export function googleCalendarLink(entry: CalendarEntry): string | null {
  const start = compact(entry.startIso)
  const end = compact(entry.endIso)
  if (!start || !end) return null
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: entry.title,
    details: entry.details,
    dates: `${start}/${end}`,
  })
  if (entry.location) query.set('location', entry.location)
  return `https://calendar.google.com/calendar/render?${query.toString()}`
}

/** `20261123T013000Z` */
function compact(iso: string): string | null {
  const instant = parseInstant(iso)
  return instant ? instant.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '') : null
}
