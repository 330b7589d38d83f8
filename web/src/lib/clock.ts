/**
 * The only reader of the device's clock. The server's clock decides what can be booked, joined and
 * cancelled, so a device whose clock is wrong follows the server's.
 */

/** A smaller difference is kept: it changes no screen, and `Date` has whole seconds only. */
const TOLERANCE_MS = 60_000

/** Above it, the server's time is too imprecise, for example after the device was suspended. */
const MAX_ROUND_TRIP_MS = 30_000

let readDevice = (): number => Date.now()
let serverOffset = 0

export const clock = {
  /** The current time by the server, in milliseconds since 1970. For everything that people see. */
  now: (): number => readDevice() + serverOffset,
  /** The device's own clock, for times that only this device compares. */
  device: (): number => readDevice(),
}

/** Replaces the device's clock; without an argument, restores the real one. For tests. */
export function setClock(read: () => number = () => Date.now()): void {
  readDevice = read
  serverOffset = 0
}

/**
 * Compares the device's clock with the `Date` header of a reply that was requested at `sentAt` and
 * has just arrived. The server wrote it in between, so the error is half the round trip.
 */
export function observeServerTime(date: string | null, sentAt: number): void {
  const receivedAt = readDevice()
  const roundTrip = receivedAt - sentAt
  // The header has whole seconds.
  const serverTime = Date.parse(date ?? '') + 500
  if (Number.isNaN(serverTime) || roundTrip < 0 || roundTrip > MAX_ROUND_TRIP_MS) return
  // Whole milliseconds, because `Temporal` rejects fractions.
  const measured = Math.round(serverTime - (sentAt + receivedAt) / 2)
  const error = roundTrip / 2 + 500
  if (Math.abs(measured - serverOffset) <= TOLERANCE_MS + error) return
  serverOffset = Math.abs(measured) <= TOLERANCE_MS + error ? 0 : measured
}
