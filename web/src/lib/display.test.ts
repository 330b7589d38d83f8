// @vitest-environment node
import { afterEach, expect, test } from 'vitest'
import { formatClockTime } from './clockTime'
import { chosenWeekStart, deviceZone, setDisplayChoices } from './display'
import { startOfWeek } from './localDateTime'
import { displayZone, formatDeadline, formatTime, formatTimeRange } from './time'

const SEVEN_PM = '2026-11-23T19:00:00Z'
const EIGHT_PM = '2026-11-23T20:00:00Z'
const MIDNIGHT = '2026-11-24T00:00:00Z'

afterEach(() => setDisplayChoices())

test('without a choice, times have am and pm and are in the zone of the device', () => {
  expect(formatTime(SEVEN_PM, 'UTC')).toBe('7:00 pm')
  expect(formatDeadline(MIDNIGHT, 'UTC')).toBe('midnight (end of Mon, 23 Nov)')
  expect(displayZone()).toBe(deviceZone())
  expect(chosenWeekStart(1)).toBe(1)
})

test('a 24-hour clock applies to times, ranges, deadlines and hours', () => {
  setDisplayChoices({ zone: null, is24Hours: true, weekStart: null })
  expect(formatTime(SEVEN_PM, 'UTC')).toBe('19:00')
  expect(formatTimeRange(SEVEN_PM, EIGHT_PM, 'UTC')).toBe('19:00–20:00')
  expect(formatDeadline(MIDNIGHT, 'UTC')).toBe('Tue, 24 Nov, 00:00')
  expect(formatClockTime('07:30')).toBe('07:30')
})

test('a chosen zone replaces that of the device', () => {
  setDisplayChoices({ zone: 'Asia/Tokyo', is24Hours: false, weekStart: null })
  expect(displayZone()).toBe('Asia/Tokyo')
  expect(deviceZone()).not.toBe('Asia/Tokyo')
})

test.each([
  [0, '2026-11-22'],
  [1, '2026-11-23'],
  [6, '2026-11-21'],
] as const)('a week that starts on %i contains Wednesday, 25 November, from %s', (first, day) => {
  setDisplayChoices({ zone: null, is24Hours: false, weekStart: first })
  expect(startOfWeek('2026-11-25', chosenWeekStart(1))).toBe(day)
})
