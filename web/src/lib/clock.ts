/**
 * The only reader of the device's clock. The server's clock decides what can be booked, joined and
 * cancelled, so a device whose clock is wrong follows the server's.
 */

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

/** By how many milliseconds the server's clock is ahead of the device's. */
export function serverAhead(): number {
  return serverOffset
}

/** Corrects the client's time. `ahead` must be whole, because `Temporal` rejects fractions. */
export function setServerAhead(ahead: number): void {
  serverOffset = ahead
}
