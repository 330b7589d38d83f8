import { expect, test } from 'vitest'
import { matchesZone } from './zones'

const newYork = { value: 'America/New_York', label: 'न्यूयॉर्क, GMT−5' }
const india = { value: 'Asia/Kolkata', label: 'कोलकाता, GMT+5:30' }

test.each([
  ['न्यूयॉर्क', newYork, true],
  ['new york', newYork, true],
  [' India ', india, true],
  ['+5:30', india, true],
  ['Dubai', india, false],
  ['', india, true],
])('%s finds a zone by its label, name or country', (search, zone, isFound) => {
  expect(matchesZone(zone, search)).toBe(isFound)
})
