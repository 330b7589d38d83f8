import { clock, serverAhead, setServerAhead } from './clock'

/** Smaller differences are not corrected: no screen shows them. */
const TOLERANCE_MS = 60_000

/** Slower replies are ignored: they say too little about the server's time. */
const MAX_ROUND_TRIP_MS = 30_000
const HALF_SECOND_MS = 500

/**
 * Compares the device's clock with the `Date` header of a reply that has just arrived. `sentAt` is
 * the device's time of the request. The server wrote the header in between; taking the middle, the
 * error is at most half the round trip, and half a second because the header has whole seconds.
 */
export function observeServerTime(date: string | null, sentAt: number): void {
  const receivedAt = clock.device()
  const roundTrip = receivedAt - sentAt
  const serverTime = Date.parse(date ?? '') + HALF_SECOND_MS
  if (Number.isNaN(serverTime) || roundTrip < 0 || roundTrip > MAX_ROUND_TRIP_MS) return
  // Whole milliseconds: the clock adds them to `Temporal` instants, which reject fractions.
  const measured = Math.round(serverTime - (sentAt + receivedAt) / 2)
  const isNegligible = (difference: number) =>
    Math.abs(difference) <= TOLERANCE_MS + roundTrip / 2 + HALF_SECOND_MS
  // A correction in use stays until it is clearly wrong, so that times on screens do not jitter.
  if (!isNegligible(measured - serverAhead())) setServerAhead(isNegligible(measured) ? 0 : measured)
}
