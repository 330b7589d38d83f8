/** A range of local times: `2026-11-23 07:00:00`. */
export interface LocalRange {
  start: string
  end: string
}

/** The hours that are always visible (SPEC §9). More are added for classes and open hours. */
const FIRST_HOUR = 8
const LAST_HOUR = 21
export const HOURS_A_DAY = 24

/** The first and last visible hour of the day and week views: SPEC's, extended to all these ranges. */
export function visibleHours(ranges: readonly LocalRange[]): { first: number; last: number } {
  const spans = ranges.map(({ start, end }) => {
    const endsOnNextDay = end.slice(0, 10) > start.slice(0, 10) && end.slice(11) > '00:00:00'
    const first = endsOnNextDay ? 0 : Number(start.slice(11, 13))
    const isWholeHour = end.slice(14) === '00:00'
    const last = Number(end.slice(11, 13)) + (isWholeHour ? 0 : 1)
    return { first, last: end.slice(0, 10) > start.slice(0, 10) ? HOURS_A_DAY : last }
  })
  return {
    first: Math.min(FIRST_HOUR, ...spans.map(({ first }) => first)),
    last: Math.max(LAST_HOUR, ...spans.map(({ last }) => last)),
  }
}
