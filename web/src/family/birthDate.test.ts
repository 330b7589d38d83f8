import { expect, test } from 'vitest'
import { setClock } from '@/lib/clock'
import { setDisplayChoices } from '@/lib/display'
import { ageError, ageFields, NO_AGE, UNDER_18 } from './age'
import { birthDateError, birthDateOf, NO_BIRTH_DATE } from './birthDate'
import { formatBirthDate } from './formatBirthDate'
import { isMinor } from './isMinor'

const parts = (text: string) => {
  const [year = '', month = '', day = ''] = text.split('-')
  return { year, month, day }
}

/** Noon in Kolkata on this day. */
const setToday = (day: string) => {
  setClock(() => Date.parse(`${day}T06:30:00Z`))
  setDisplayChoices({ zone: 'Asia/Kolkata', is24Hours: false, weekStart: null })
}

test.each([
  ['2016-4-23', '2016-04-23'],
  ['2016-2-29', '2016-02-29'],
  ['2026-11-26', '2026-11-26'],
  ['1905-11-27', '1905-11-27'],
  ['2015-2-29', null],
  ['2016-4-31', null],
  ['2026-11-27', null],
  ['1905-11-26', null],
  ['16-4-23', null],
  ['2016-4-x', null],
  ['2016--23', null],
])('the date entered as %s is %s', (entered, date) => {
  setToday('2026-11-26')
  expect(birthDateOf(parts(entered))).toBe(date)
})

test('an incomplete date and an impossible one have different messages', () => {
  setToday('2026-11-26')
  expect(birthDateError(NO_BIRTH_DATE)).toBe('Please enter day, month and year.')
  expect(birthDateError(parts('2016--23'))).toBe('Please enter day, month and year.')
  expect(birthDateError(parts('2015-2-29'))).toMatch(/^This isn’t a valid date of birth/)
  expect(birthDateError(parts('2016-2-29'))).toBeNull()
})

test('a request has the date of birth or the age range, whichever the form shows', () => {
  setToday('2026-11-26')
  const both = { ...NO_AGE, date: parts('1990-4-3'), range: '30-44' as const }
  expect(ageFields({ ...both, kind: 'date' })).toEqual({ birthDate: '1990-04-03' })
  expect(ageFields({ ...both, kind: 'range' })).toEqual({ ageBand: '30-44' })
  expect(ageFields({ ...NO_AGE, kind: 'range', range: UNDER_18 })).toEqual({})
  expect(ageError({ ...NO_AGE, kind: 'range' })).toBe('Please choose an age range.')
  expect(ageError({ ...both, kind: 'range' })).toBeNull()
})

test.each([
  ['2026-11-25', true],
  ['2026-11-26', false],
])('someone born on 26 Nov 2008 is a minor on %s: %s', (today, expected) => {
  setToday(today)
  expect(isMinor('2008-11-26')).toBe(expected)
})

test.each([
  ['2026-02-28', true],
  ['2026-03-01', false],
])('someone born on 29 Feb 2008 is a minor on %s: %s', (today, expected) => {
  setToday(today)
  expect(isMinor('2008-02-29')).toBe(expected)
})

test('the day is that of the person’s zone', () => {
  setClock(() => Date.parse('2026-11-25T19:00:00Z'))
  setDisplayChoices({ zone: 'Asia/Kolkata', is24Hours: false, weekStart: null })
  expect(isMinor('2008-11-26')).toBe(false)
  setDisplayChoices({ zone: 'America/New_York', is24Hours: false, weekStart: null })
  expect(isMinor('2008-11-26')).toBe(true)
})

test('a date of birth is shown without its weekday', () => {
  expect(formatBirthDate('2016-04-03')).toBe('3 Apr 2016')
})
