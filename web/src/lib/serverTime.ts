import { clock, serverAhead, setServerAhead } from './clock'

/** A smaller difference is kept: it changes no screen, and `Date` has whole seconds only. */
const TOLERANCE_MS = 60_000

/** Above it, the server's time is too imprecise, for example after the device was suspended. */
const MAX_ROUND_TRIP_MS = 30_000

/**
 * Compares the device's clock with the `Date` header of a reply that was requested at `sentAt` and
 * has just arrived. The server wrote it in between, so the error is half the round trip.
 */
export function observeServerTime(date: string | null, sentAt: number): void {
  const receivedAt = clock.device()
  const roundTrip = receivedAt - sentAt
  // The header has whole seconds.
  const serverTime = Date.parse(date ?? '') + 500
  if (Number.isNaN(serverTime) || roundTrip < 0 || roundTrip > MAX_ROUND_TRIP_MS) return
  // Whole milliseconds, because `Temporal` rejects fractions.
  const measured = Math.round(serverTime - (sentAt + receivedAt) / 2)
  const isNegligible = (difference: number) => Math.abs(difference) <= TOLERANCE_MS + roundTrip / 2 + 500
  if (!isNegligible(measured - serverAhead())) setServerAhead(isNegligible(measured) ? 0 : measured)
}
