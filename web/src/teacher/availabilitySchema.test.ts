import { describe, expect, test } from 'vitest'
import { nextRow, QUARTERS } from './availabilityForm'
import { availabilitySchema, classesPerWeek, type HoursRow, minutes } from './availabilitySchema'

const row = (day: string, start: string, end: string): HoursRow => ({
  key: `${day}${start}`,
  day,
  start,
  end,
})

const errorsOf = (...rows: HoursRow[]) => {
  const result = availabilitySchema.safeParse({ timeZone: 'Asia/Kolkata', visibilityDays: 30, rows })
  return Object.fromEntries(
    (result.error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]),
  )
}

describe('weekly hours', () => {
  test('may adjoin, and stand on several days at the same time', () => {
    expect(
      errorsOf(row('1', '09:00', '11:00'), row('1', '11:00', '12:00'), row('2', '09:00', '11:00')),
    ).toEqual({})
    expect(errorsOf(row('0', '23:00', '24:00'))).toEqual({})
  })

  test.each([
    ['11:00', '09:00', 'The end must come after the start; for midnight use 24:00'],
    ['09:00', '09:00', 'The end must come after the start; for midnight use 24:00'],
    ['09:00', '09:45', 'Please leave at least one hour, the length of a class'],
  ])('%s to %s: %s', (start, end, message) => {
    expect(errorsOf(row('1', start, end))).toEqual({ 'rows.0.end': message })
  })

  test('may not overlap on one day', () => {
    expect(errorsOf(row('1', '09:00', '11:00'), row('1', '10:45', '12:00'))).toEqual({
      'rows.1.start': 'This overlaps other hours on the same day',
    })
  })

  test('are counted as whole classes', () => {
    expect(classesPerWeek([row('1', '09:00', '11:30'), row('2', '09:00', '09:45'), row('', '', '')])).toBe(2)
  })
})

test('times come in steps of a quarter, 24-hour, to midnight', () => {
  expect(QUARTERS.slice(0, 3)).toEqual(['00:00', '00:15', '00:30'])
  expect(QUARTERS.at(-1)).toBe('24:00')
  expect(QUARTERS).toHaveLength(97)
  expect(minutes('24:00')).toBe(1440)
})

test('a further row follows the last one by a day', () => {
  expect(nextRow([row('6', '17:00', '20:30')])).toMatchObject({ day: '0', start: '17:00', end: '20:30' })
  expect(nextRow([])).toMatchObject({ day: '', start: '', end: '' })
})
