// @vitest-environment node
import { expect, it } from 'vitest'
import { placeOf } from './place'

it.each([
  ['Asia/Kolkata', 'India'],
  ['Asia/Calcutta', 'India'],
  ['America/New_York', 'United States'],
  ['America/Indiana/Knox', 'United States'],
  ['Pacific/Honolulu', 'United States'],
  ['America/Toronto', 'Other'],
  ['Asia/Dubai', 'Other'],
  ['UTC', null],
])('a clock in %s is in %s', (zone, place) => {
  expect(placeOf(zone)).toBe(place)
})
