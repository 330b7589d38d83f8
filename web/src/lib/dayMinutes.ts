/** Wall-clock times of a day as minutes since midnight. */

/** Minutes since midnight of `HH:mm`; `24:00` is the end of the day. */
export function minutesOfDay(text: string): number {
  const [hours = 0, rest = 0] = text.split(':').map(Number)
  return hours * 60 + rest
}

/** `07:30` from minutes since midnight. */
export function toClockTime(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}
