/** A class as Google Calendar's event template takes it. */
import { parseInstant } from './time'

export interface GoogleCalendarEvent {
  title: string
  details: string
  startIso: string
  endIso: string
  location?: string | null
}

/**
 * Builds a link that opens Google Calendar with the class filled in, or `null` if a time cannot be
 * parsed. Nothing is stored until the user saves the event there.
 */
export function googleCalendarLink(entry: GoogleCalendarEvent): string | null {
  const start = compactInstant(entry.startIso)
  const end = compactInstant(entry.endIso)
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
function compactInstant(iso: string): string | null {
  const instant = parseInstant(iso)
  return instant ? instant.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '') : null
}

/** Links that subscribe to a calendar feed in each calendar app. */
export function calendarSubscriptions(
  feedUrl: string,
  name: string,
): Record<'google' | 'apple' | 'outlook', string> {
  const webcal = feedUrl.replace(/^https?:/, 'webcal:')
  const google = new URLSearchParams({ cid: webcal })
  const outlook = new URLSearchParams({ url: feedUrl, name })
  return {
    google: `https://calendar.google.com/calendar/render?${google.toString()}`,
    apple: webcal,
    outlook: `https://outlook.live.com/calendar/0/addfromweb?${outlook.toString()}`,
  }
}
