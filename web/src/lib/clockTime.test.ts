// @vitest-environment node
import { expect, test } from 'vitest'
import { formatClockTime, matchesTyped } from './clockTime'

test.each([
  ['07:30', '7:30 am'],
  ['00:00', '12:00 am'],
  ['12:00', '12:00 pm'],
  ['24:00', 'Midnight'],
])('%s is shown as %s', (time, label) => expect(formatClockTime(time)).toBe(label))

test.each([
  ['7', ['07:00', '07:45', '19:00'], ['08:00', '17:00']],
  ['7:3', ['07:30', '19:30'], ['07:00']],
  ['730p', ['19:30'], ['07:30', '19:00']],
  ['7 pm', ['19:00', '19:15'], ['07:00']],
  ['17', ['17:00', '17:30'], ['05:00', '07:00']],
  ['1930', ['19:30'], ['07:30']],
  ['12 am', ['00:00', '00:30'], ['12:00', '24:00']],
  ['24', ['24:00'], ['00:00', '12:00']],
  ['x', [], ['07:00']],
])('%j finds %j', (typed, found, others) => {
  expect(found.filter((time) => matchesTyped(time, typed))).toEqual(found)
  expect(others.filter((time) => matchesTyped(time, typed))).toEqual([])
})
