import { beforeEach, expect, test } from 'vitest'
import { readFirstDayOfWeek, storeCalendarHint } from './calendarHint'

beforeEach(() => localStorage.clear())

test('weeks start on Monday until the calendar was shown, then on its day', () => {
  expect(readFirstDayOfWeek('Asia/Kolkata')).toBe(1)
  storeCalendarHint('America/New_York', 0)
  expect(readFirstDayOfWeek('America/New_York')).toBe(0)
})

test('a calendar in another zone than the device’s is not preloaded', () => {
  storeCalendarHint('America/New_York', 0)
  expect(readFirstDayOfWeek('Asia/Kolkata')).toBeNull()
})
