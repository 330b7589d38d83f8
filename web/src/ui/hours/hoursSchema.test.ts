// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { minutesOfDay } from '@/lib/dayMinutes'
import {
  copyDay,
  hoursFormErrors,
  QUARTER_HOURS,
  suggestRange,
  toExceptions,
  toHoursValues,
} from './hoursForm'
import { classesPerWeek, type ExceptionRow, type HoursRow, hoursSchema, remainderOf } from './hoursSchema'

const row = (day: string, start: string, end: string): HoursRow => ({
  key: `${day}${start}`,
  day,
  start,
  end,
})

const exceptionRow = (overrides: Partial<ExceptionRow>): ExceptionRow => ({
  key: `${overrides.from}${overrides.start}`,
  kind: 'off',
  from: '2026-12-01',
  until: '',
  start: '',
  end: '',
  note: '',
  ...overrides,
})

const errorsOf = (...rows: HoursRow[]) => allErrors({ rows })

const allErrors = (overrides: { rows?: HoursRow[]; exceptions?: ExceptionRow[] }) => {
  const values = { timeZone: 'Asia/Kolkata', visibilityDays: 30, rows: [], exceptions: [], ...overrides }
  const result = hoursSchema.safeParse(values)
  return Object.fromEntries(
    (result.error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]),
  )
}

describe('weekly hours', () => {
  test('may adjoin, and be on several days at the same time', () => {
    expect(
      errorsOf(row('1', '09:00', '11:00'), row('1', '11:00', '12:00'), row('2', '09:00', '11:00')),
    ).toEqual({})
    expect(errorsOf(row('0', '23:00', '24:00'))).toEqual({})
  })

  test.each([
    ['11:00', '09:00', 'The end must be after the start'],
    ['09:00', '09:00', 'The end must be after the start'],
    ['09:00', '09:45', 'Please leave at least one hour, the length of a class'],
  ])('%s to %s is rejected: %s', (start, end, message) => {
    expect(errorsOf(row('1', start, end))).toEqual({ 'rows.0.end': message })
  })

  test('may not overlap on one day', () => {
    expect(errorsOf(row('1', '09:00', '11:00'), row('1', '10:45', '12:00'))).toEqual({
      'rows.1.start': 'This overlaps other hours on the same day',
    })
  })

  test('are counted in whole classes', () => {
    expect(classesPerWeek([row('1', '09:00', '11:30'), row('2', '09:00', '09:45'), row('', '', '')])).toBe(2)
  })
})

test('times are in steps of 15 minutes from 00:00 to 24:00', () => {
  expect(QUARTER_HOURS.slice(0, 3)).toEqual(['00:00', '00:15', '00:30'])
  expect(QUARTER_HOURS.at(-1)).toBe('24:00')
  expect(QUARTER_HOURS).toHaveLength(97)
  expect(minutesOfDay('24:00')).toBe(1440)
})

test.each([
  [[], '09:00', '12:00'],
  [[row('1', '07:00', '11:00')], '17:00', '20:00'],
  [[row('1', '17:00', '20:30')], '21:30', '24:00'],
  [[row('1', '20:00', '24:00')], '23:00', '24:00'],
  [[row('2', '07:00', '11:00')], '09:00', '12:00'],
])('after %j a day gets %s to %s', (rows, start, end) => {
  expect(suggestRange('1', rows)).toMatchObject({ day: '1', start, end })
})

test.each([
  ['17:00', '20:30', { start: '20:00', end: '20:30' }],
  ['17:00', '20:00', null],
  ['17:00', '17:30', null],
  ['', '', null],
])('of %s to %s the rest %j is too short for a class', (start, end, rest) => {
  expect(remainderOf(row('1', start, end))).toEqual(rest)
})

test('copying a day replaces the hours of the target days and sorts from Monday', () => {
  const rows = [row('1', '07:00', '09:00'), row('1', '17:00', '18:00'), row('3', '10:00', '12:00')]
  const copied = copyDay(rows, '1', ['3', '0'])
  expect(copied.map(({ day, start, end }) => `${day} ${start} ${end}`)).toEqual([
    '1 07:00 09:00',
    '1 17:00 18:00',
    '3 07:00 09:00',
    '3 17:00 18:00',
    '0 07:00 09:00',
    '0 17:00 18:00',
  ])
  expect(new Set(copied.map(({ key }) => key)).size).toBe(6)
})

describe('date exceptions', () => {
  test('are saved as single dates and read back as the same rows', () => {
    const lines = [
      exceptionRow({ from: '2026-12-24', until: '2026-12-26', note: 'Holidays' }),
      exceptionRow({ kind: 'hours', from: '2026-12-01', start: '09:00', end: '11:00' }),
      exceptionRow({ kind: 'hours', from: '2026-12-01', start: '15:00', end: '16:00' }),
    ]
    const dates = toExceptions(lines)
    expect(dates).toEqual([
      {
        date: '2026-12-01',
        timeRanges: [
          { start: '09:00', end: '11:00' },
          { start: '15:00', end: '16:00' },
        ],
        note: '',
      },
      { date: '2026-12-24', timeRanges: [], note: 'Holidays' },
      { date: '2026-12-25', timeRanges: [], note: 'Holidays' },
      { date: '2026-12-26', timeRanges: [], note: 'Holidays' },
    ])
    expect(toHoursValues(null, dates).exceptions).toMatchObject([
      { kind: 'hours', from: '2026-12-01', start: '09:00', end: '11:00' },
      { kind: 'hours', from: '2026-12-01', start: '15:00', end: '16:00' },
      { kind: 'off', from: '2026-12-24', until: '2026-12-26', note: 'Holidays' },
    ])
  })

  test.each([
    ['no date', { from: '' }, { 'exceptions.0.from': 'Please select a date' }],
    ['a date that does not exist', { from: '2026-02-30' }, { 'exceptions.0.from': 'Please select a date' }],
    [
      'an end before the start',
      { until: '2026-11-30' },
      { 'exceptions.0.until': 'The last day can’t be before the first' },
    ],
    ['hours without a start', { kind: 'hours' as const }, { 'exceptions.0.start': 'Start time required' }],
    [
      'less than a class',
      { kind: 'hours' as const, start: '09:00', end: '09:30' },
      { 'exceptions.0.end': 'Please leave at least one hour, the length of a class' },
    ],
  ])('%s is rejected', (_, overrides, errors) => {
    expect(allErrors({ exceptions: [exceptionRow(overrides)] })).toEqual(errors)
  })

  test('may not repeat a date or overlap', () => {
    const off = exceptionRow({ from: '2026-12-24', until: '2026-12-26' })
    const within = exceptionRow({ kind: 'hours', from: '2026-12-25', start: '09:00', end: '11:00' })
    expect(allErrors({ exceptions: [off, within] })).toEqual({
      'exceptions.1.from': 'This date is already in another row',
    })
    expect(
      allErrors({ exceptions: [within, { ...within, key: 'b', start: '10:00', end: '12:00' }] }),
    ).toEqual({ 'exceptions.1.start': 'This overlaps other hours on the same day' })
  })

  test('show the server’s errors in the right row', () => {
    const lines = [
      exceptionRow({ from: '2026-12-24', until: '2026-12-26' }),
      exceptionRow({ from: '2026-12-01' }),
    ]
    expect(hoursFormErrors({ 'overrides.0.date': 'Please choose today or a later date' }, lines)).toEqual({
      'exceptions.1.from': 'Please choose today or a later date',
    })
    expect(hoursFormErrors({ 'overrides.2.date': 'No' }, lines)).toEqual({ 'exceptions.0.from': 'No' })
  })
})
