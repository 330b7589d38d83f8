/**
 * URL of the teacher's calendar for the days shown first: the current week, or the day on a phone.
 * Must equal `shownRange` of the teacher area; it does not use Temporal because it runs before any
 * module is loaded.
 */
export function calendarUrl(now: Date, isWide: boolean): string {
  const first = isWide ? now.getDate() - ((now.getDay() + 6) % 7) : now.getDate()
  const midnight = (day: number) => {
    const at = new Date(now.getFullYear(), now.getMonth(), day)
    return encodeURIComponent(at.toISOString().replace('.000Z', 'Z'))
  }
  return `/api/teacher/calendar?from=${midnight(first)}&to=${midnight(first + (isWide ? 7 : 1))}`
}
