// @vitest-environment node
import { expect, test } from 'vitest'
import { aBooking, aSlot } from '@/test/builders'
import { sameTimeNextWeek } from './sameTimeNextWeek'

const booking = aBooking({
  dateTime: '2027-03-09T14:00:00Z',
  classTypeKey: 'Private',
  teacherTimeZone: 'America/New_York',
})

test('keeps the teacher’s local time when clocks change', () => {
  const slots = [
    aSlot({ _id: 'winter-time', dateTime: '2027-03-16T14:00:00Z' }),
    aSlot({ _id: 'summer-time', dateTime: '2027-03-16T13:00:00Z' }),
  ]
  expect(sameTimeNextWeek(booking, slots)?._id).toBe('summer-time')
})

test('is null if that time is not open or of another type', () => {
  expect(sameTimeNextWeek(booking, undefined)).toBeNull()
  expect(
    sameTimeNextWeek(booking, [aSlot({ dateTime: '2027-03-16T13:00:00Z', classTypeKey: 'Group' })]),
  ).toBeNull()
})
