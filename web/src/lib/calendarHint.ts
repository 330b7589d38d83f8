/**
 * Zone and first day of the week of the teacher's calendar, for the script that preloads it before
 * the account is known (`app/preloadRoute.ts`). After a change of the account, one preload is wrong.
 */
const KEY = 'tala.calendar'
const MONDAY = 1

export function storeCalendarHint(zone: string, firstDayOfWeek: number): void {
  try {
    localStorage.setItem(KEY, `${firstDayOfWeek} ${zone}`)
  } catch {
    // Without storage, nothing is preloaded.
  }
}

/** The first day of the week; `null` if the calendar is not in the device's zone. */
export function readFirstDayOfWeek(deviceZone: string): number | null {
  const stored = localStorage.getItem(KEY)
  if (stored === null) return MONDAY
  return stored.slice(2) === deviceZone ? Number(stored[0]) : null
}
