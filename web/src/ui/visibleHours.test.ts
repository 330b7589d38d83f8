// @vitest-environment node
import { expect, test } from 'vitest'
import { visibleHours } from './visibleHours'

test.each([
  ['nothing', [], 8, 21],
  ['hours within', [['2026-11-23 09:00:00', '2026-11-23 10:00:00']], 8, 21],
  ['an early class', [['2026-11-23 06:30:00', '2026-11-23 07:30:00']], 6, 21],
  ['an open evening', [['2026-11-23 17:00:00', '2026-11-23 22:30:00']], 8, 23],
  ['hours until midnight', [['2026-11-23 20:00:00', '2026-11-24 00:00:00']], 8, 24],
  ['hours past midnight', [['2026-11-23 22:00:00', '2026-11-24 02:00:00']], 0, 24],
])('with %s the calendar shows its hours', (_, ranges, first, last) => {
  const spans = ranges.map(([start = '', end = '']) => ({ start, end }))
  expect(visibleHours(spans)).toEqual({ first, last })
})
