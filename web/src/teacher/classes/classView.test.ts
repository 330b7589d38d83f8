// @vitest-environment node
import { expect, test } from 'vitest'
import { mayMarkNoShow } from './classView'

test.each([
  ['2026-11-23T09:59:59Z', false],
  ['2026-11-23T10:00:00Z', true],
  ['2026-11-30T10:00:00Z', true],
  // The server refuses from here on, though the class itself ended less than a week ago.
  ['2026-11-30T10:00:01Z', false],
  ['2026-11-30T10:59:00Z', false],
])('at %s a no-show of the class of 23 Nov, 10:00, may be marked: %s', (now, may) => {
  expect(mayMarkNoShow('2026-11-23T10:00:00Z', Date.parse(now))).toBe(may)
})
