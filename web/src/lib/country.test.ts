// @vitest-environment node
import { expect, it } from 'vitest'
import { countryOfZone } from './country'

it.each([
  ['Asia/Kolkata', 'India'],
  ['Asia/Calcutta', 'India'],
  ['America/New_York', 'United States'],
  ['America/Indiana/Knox', 'United States'],
  ['Pacific/Honolulu', 'United States'],
  ['America/Toronto', 'Other'],
  ['Asia/Dubai', 'Other'],
  ['UTC', null],
])('a device in zone %s is in %s', (zone, place) => {
  expect(countryOfZone(zone)).toBe(place)
})
