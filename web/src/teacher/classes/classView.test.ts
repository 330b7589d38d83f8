// @vitest-environment node
import { expect, test } from 'vitest'
import { canMarkNoShow } from './classView'

test.each([
  ['2026-11-23T09:59:59Z', false],
  ['2026-11-23T10:00:00Z', true],
  ['2026-11-30T10:00:00Z', true],
  // The server rejects it from here on, though the class ended less than a week ago.
  ['2026-11-30T10:00:01Z', false],
  ['2026-11-30T10:59:00Z', false],
])('at %s a no-show of the class of 23 Nov, 10:00, can be marked: %s', (now, may) => {
  expect(canMarkNoShow('2026-11-23T10:00:00Z', Date.parse(now))).toBe(may)
})
