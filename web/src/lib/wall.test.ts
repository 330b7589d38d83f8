// @vitest-environment node
import { describe, expect, test } from 'vitest'
import {
  addMonths,
  firstOfMonth,
  formatMonth,
  instantAt,
  isDay,
  mondayOf,
  shortMonth,
  wallParts,
} from './wall'

describe('what people write', () => {
  test('becomes an instant in the zone that it is meant in', () => {
    expect(instantAt('2026-11-23T07:00', 'Asia/Kolkata')).toBe('2026-11-23T01:30:00Z')
    expect(instantAt('2026-11-23 07:00', 'America/New_York')).toBe('2026-11-23T12:00:00Z')
    expect(instantAt('', 'Asia/Kolkata')).toBeNull()
    expect(instantAt('soon', 'Asia/Kolkata')).toBeNull()
  })

  test('takes the first of an hour that happens twice', () => {
    expect(instantAt('2026-11-01T01:30', 'America/New_York')).toBe('2026-11-01T05:30:00Z')
  })

  test('is read back as it was written', () => {
    expect(wallParts('2026-11-23T01:30:00Z', 'Asia/Kolkata')).toEqual(['2026-11-23', '07:00'])
    expect(wallParts('nonsense', 'Asia/Kolkata')).toBeNull()
  })
})

test('days that do not exist are told apart', () => {
  expect(isDay('2026-11-30')).toBe(true)
  expect(isDay('2026-11-31')).toBe(false)
  expect(isDay('')).toBe(false)
})

test('weeks begin on Monday, months on the first', () => {
  expect(mondayOf('2026-11-22')).toBe('2026-11-16')
  expect(mondayOf('2026-11-23')).toBe('2026-11-23')
  expect(firstOfMonth('2026-11-23')).toBe('2026-11-01')
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(formatMonth('2026-11')).toBe('November 2026')
  expect(shortMonth('2026-09-03')).toBe('Sep')
})
