// @vitest-environment node
import { expect, test } from 'vitest'
import { datesWithHours, endAfterMove, newException } from './hoursForm'

test.each([
  ['10:00', '12:00', 'the start stays before the end'],
  ['12:00', '15:00', 'the start reaches the end'],
  ['17:30', '20:30', 'the start passes the end'],
  ['22:00', '24:00', 'the day ends first'],
])('a range of 9:00 to 12:00 that starts at %s ends at %s: %s', (start, end) => {
  expect(endAfterMove({ start: '09:00', end: '12:00' }, start)).toBe(end)
})

test.each([
  [{ start: '', end: '' }, ''],
  [{ start: '', end: '12:00' }, '18:30'],
  [{ start: '13:00', end: '12:00' }, '18:30'],
])('a range without a length, %j, becomes one hour long if it has an end', (range, end) => {
  expect(endAfterMove(range, '17:30')).toBe(end)
})

test('a date that is not complete or does not exist has no weekday', () => {
  const dates = ['', '2026-12', '120261-12-07', '2026-12-07'].map((from) => ({
    ...newException(from),
    kind: 'hours' as const,
  }))
  expect(datesWithHours('1', dates)).toEqual(['2026-12-07'])
})
