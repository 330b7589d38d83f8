/**
 * URL of the teacher's calendar for the days shown first: the current week, or the day on a phone.
 * Must equal `shownRange` of the teacher area; it does not use Temporal because it runs before any
 * module is loaded.
 */
export function calendarUrl(now: Date, isWide: boolean, firstDayOfWeek: number): string {
  const daysIntoWeek = (now.getDay() - firstDayOfWeek + 7) % 7
  const first = now.getDate() - (isWide ? daysIntoWeek : 0)
  const midnight = (day: number) => {
    const at = new Date(now.getFullYear(), now.getMonth(), day)
    return encodeURIComponent(at.toISOString().replace('.000Z', 'Z'))
  }
  return `/api/teacher/calendar?from=${midnight(first)}&to=${midnight(first + (isWide ? 7 : 1))}`
}
