// @vitest-environment node
import { describe, expect, test } from 'vitest'
import {
  addMonths,
  firstOfMonth,
  formatMonth,
  isDay,
  shortMonth,
  startOfWeek,
  toInstant,
  toLocalDateAndTime,
} from './localDateTime'

describe('local date and time', () => {
  test('converts local time in a zone to an instant', () => {
    expect(toInstant('2026-11-23T07:00', 'Asia/Kolkata')).toBe('2026-11-23T01:30:00Z')
    expect(toInstant('2026-11-23 07:00', 'America/New_York')).toBe('2026-11-23T12:00:00Z')
    expect(toInstant('', 'Asia/Kolkata')).toBeNull()
    expect(toInstant('soon', 'Asia/Kolkata')).toBeNull()
  })

  test('takes the first of an hour that occurs twice', () => {
    expect(toInstant('2026-11-01T01:30', 'America/New_York')).toBe('2026-11-01T05:30:00Z')
  })

  test('converts an instant back to the same local date and time', () => {
    expect(toLocalDateAndTime('2026-11-23T01:30:00Z', 'Asia/Kolkata')).toEqual(['2026-11-23', '07:00'])
    expect(toLocalDateAndTime('nonsense', 'Asia/Kolkata')).toBeNull()
  })
})

test('isDay rejects dates that do not exist', () => {
  expect(isDay('2026-11-30')).toBe(true)
  expect(isDay('2026-11-31')).toBe(false)
  expect(isDay('')).toBe(false)
})

test('weeks start on Monday, months on the first', () => {
  expect(startOfWeek('2026-11-22', 1)).toBe('2026-11-16')
  expect(startOfWeek('2026-11-23', 1)).toBe('2026-11-23')
  expect(firstOfMonth('2026-11-23')).toBe('2026-11-01')
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(formatMonth('2026-11')).toBe('November 2026')
  expect(shortMonth('2026-09-03')).toBe('Sep')
})
