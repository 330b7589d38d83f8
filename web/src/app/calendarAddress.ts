/**
 * Where a teacher's calendar is read for the days that show first: the present week, or on a phone the day. The same as
 * `shownRange` of the teacher's area says, without Temporal, for it is asked before there is any code.
 */
export function calendarAddress(now: Date, wide: boolean): string {
  const first = wide ? now.getDate() - ((now.getDay() + 6) % 7) : now.getDate()
  const midnight = (day: number) => {
    const at = new Date(now.getFullYear(), now.getMonth(), day)
    return encodeURIComponent(at.toISOString().replace('.000Z', 'Z'))
  }
  return `/api/teacher/calendar?from=${midnight(first)}&to=${midnight(first + (wide ? 7 : 1))}`
}
