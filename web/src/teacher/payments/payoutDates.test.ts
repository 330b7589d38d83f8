import { expect, test } from 'vitest'
import { formatLastDay } from './payoutDates'

test.each([
  ['2026-11-30T18:30:00Z', 'Mon, 30 Nov 2026'],
  ['2026-11-30T18:29:59Z', 'Mon, 30 Nov 2026'],
  ['2026-11-30T18:30:00.345678Z', 'Tue, 1 Dec 2026'],
])('the last day before %s is %s', (until, day) => {
  expect(formatLastDay(until)).toBe(day)
})
