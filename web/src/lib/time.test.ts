// @vitest-environment node

import { afterEach, describe, expect, it } from 'vitest'
import { timeCopy } from '@/copy/time'
import { clock, setClock } from './clock'
import {
  addDays,
  compareInstants,
  dayOf,
  daysFrom,
  displayZone,
  epochMs,
  expiryWarningDays,
  findOffsetChange,
  formatCalendarDay,
  formatDate,
  formatDay,
  formatInOtherZone,
  formatLongDay,
  formatTime,
  isJoinTime,
  isSameLocalTime,
  isSameZone,
  nowIso,
  parseInstant,
  today,
  toLocalDateTime,
  zoneCity,
  zoneLabel,
  zoneOrUtc,
} from './time'

const at = (iso: string) => epochMs(iso)
afterEach(() => setClock())

describe('clock', () => {
  it('can be replaced and restored', () => {
    setClock(() => at('2026-11-23T01:30:00Z'))
    expect(nowIso()).toBe('2026-11-23T01:30:00Z')
    setClock()
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(1000)
  })

  it('gives the current day of a zone', () => {
    setClock(() => at('2026-11-23T20:00:00Z'))
    expect(today('America/New_York')).toBe('2026-11-23')
    expect(today('Asia/Kolkata')).toBe('2026-11-24')
  })
})

describe('zones', () => {
  it('treats Asia/Calcutta and Asia/Kolkata as the same zone', () => {
    expect(isSameZone('Asia/Calcutta', 'Asia/Kolkata')).toBe(true)
    expect(isSameZone('Asia/Kolkata', 'America/New_York')).toBe(false)
    expect(isSameZone('Asia/Kolkata', 'Asia/Colombo')).toBe(false)
    expect(isSameZone('Mars/Olympus', 'Asia/Kolkata')).toBe(false)
  })

  it('compares local times of zones whose offsets agree only part of the year', () => {
    expect(isSameLocalTime('2026-11-23T01:30:00Z', 'Asia/Kolkata', 'Asia/Colombo')).toBe(true)
    expect(isSameLocalTime('2026-01-10T12:00:00Z', 'Europe/London', 'Africa/Accra')).toBe(true)
    expect(isSameLocalTime('2026-07-10T12:00:00Z', 'Europe/London', 'Africa/Accra')).toBe(false)
  })

  it('labels a zone with its city and its offset at that time', () => {
    expect(zoneCity('Asia/Calcutta')).toBe('Kolkata')
    expect(zoneCity('America/New_York')).toBe('New York')
    expect(zoneCity('America/Argentina/Buenos_Aires')).toBe('Buenos Aires')
    expect(zoneLabel('Asia/Calcutta', '2026-11-23T01:30:00Z')).toBe('Kolkata, GMT+5:30')
    expect(zoneLabel('America/New_York', '2026-07-01T12:00:00Z')).toBe('New York, GMT−4')
    expect(zoneLabel('America/New_York', '2026-12-01T12:00:00Z')).toBe('New York, GMT−5')
    expect(zoneLabel('America/St_Johns', '2026-12-01T12:00:00Z')).toBe('St Johns, GMT−3:30')
    expect(zoneLabel('Europe/London', '2026-12-01T12:00:00Z')).toBe('London, GMT')
    expect(zoneLabel('UTC', '2026-12-01T12:00:00Z')).toBe('UTC')
  })

  it('falls back to UTC for an unknown zone', () => {
    expect(zoneOrUtc('Mars/Olympus')).toBe('UTC')
    expect(zoneOrUtc(null)).toBe('UTC')
    expect(formatTime('2026-11-23T01:30:00Z', 'Mars/Olympus')).toBe('1:30 am')
    expect(displayZone()).not.toBe('')
  })
})

describe('formatting', () => {
  it('formats times, noon and midnight', () => {
    expect(formatTime('2026-11-23T01:30:00Z', 'Asia/Kolkata')).toBe('7:00 am')
    expect(formatTime('2026-11-23T12:00:00Z', 'UTC')).toBe('12:00 pm')
    expect(formatTime('2026-11-23T00:05:00Z', 'UTC')).toBe('12:05 am')
  })

  it('formats days in a given zone', () => {
    expect(formatDay('2026-11-23T20:00:00Z', 'Asia/Kolkata')).toBe('Tue, 24 Nov')
    expect(formatDate('2026-11-23T20:00:00Z', 'America/New_York')).toBe('Mon, 23 Nov 2026')
    expect(formatCalendarDay('2026-03-01')).toBe('Sun, 1 Mar')
    expect(formatLongDay('2026-11-28')).toBe('Saturday 28 Nov 2026')
  })

  it('returns Invalid Date for text that is not a date', () => {
    for (const text of ['', 'soon', '2026-13-40T00:00:00Z', null, undefined]) {
      expect(formatTime(text, 'UTC')).toBe(timeCopy.invalid)
      expect(formatDay(text, 'UTC')).toBe(timeCopy.invalid)
      expect(formatDate(text, 'UTC')).toBe('Invalid Date')
    }
    expect(parseInstant('2026-11-23')).toBeNull()
    expect(epochMs('x')).toBeNaN()
    expect(toLocalDateTime('x', 'UTC')).toBeNull()
    expect(dayOf('x', 'UTC')).toBeNull()
  })

  it('gives local times on both sides of a change to winter time', () => {
    expect(toLocalDateTime('2026-11-01T05:30:00Z', 'America/New_York')).toBe('2026-11-01 01:30:00')
    expect(toLocalDateTime('2026-11-01T06:30:00Z', 'America/New_York')).toBe('2026-11-01 01:30:00')
    expect(toLocalDateTime('2026-11-01T07:30:00Z', 'America/New_York')).toBe('2026-11-01 02:30:00')
  })
})

describe('time in another zone', () => {
  it('is returned only if it differs from the viewer’s time', () => {
    expect(formatInOtherZone('2026-11-23T12:00:00Z', 'America/New_York', 'Asia/Kolkata')).toBe('5:30 pm')
    expect(formatInOtherZone('2026-11-23T12:00:00Z', 'Asia/Calcutta', 'Asia/Kolkata')).toBeNull()
    expect(formatInOtherZone('2026-11-23T12:00:00Z', 'Asia/Colombo', 'Asia/Kolkata')).toBeNull()
    expect(formatInOtherZone('2026-11-23T12:00:00Z', 'Asia/Kolkata', null)).toBeNull()
    expect(formatInOtherZone('soon', 'America/New_York', 'Asia/Kolkata')).toBeNull()
  })

  it('includes the weekday if the day differs', () => {
    expect(formatInOtherZone('2026-11-24T00:00:00Z', 'America/New_York', 'Asia/Kolkata')).toBe('Tue, 5:30 am')
  })
})

describe('day arithmetic', () => {
  it('crosses the ends of months, years and leap days', () => {
    expect(daysFrom('2026-12-30', 3)).toEqual(['2026-12-30', '2026-12-31', '2027-01-01'])
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
  })

  it('sorts instants with unreadable text last', () => {
    const sorted = ['x', '2026-11-24T00:00:00Z', '2026-11-23T00:00:00Z'].sort(compareInstants)
    expect(sorted).toEqual(['2026-11-23T00:00:00Z', '2026-11-24T00:00:00Z', 'x'])
  })
})

describe('expiry warning', () => {
  const expiry = '2026-11-30T12:00:00Z'
  const left = (now: string) => expiryWarningDays(expiry, at(now), 7)

  it.each([
    ['2026-11-23T11:59:59Z', null],
    ['2026-11-23T12:00:00Z', 7],
    ['2026-11-24T11:59:59Z', 7],
    ['2026-11-24T12:00:00Z', 6],
    ['2026-11-29T12:00:01Z', 1],
    ['2026-11-30T11:59:59Z', 1],
    ['2026-11-30T12:00:00Z', null],
    ['2026-12-24T12:00:00Z', null],
  ])('at %s shows %s days', (now, days) => {
    expect(left(now)).toBe(days)
  })

  it('is absent without an expiry', () => {
    expect(expiryWarningDays(null, at(expiry), 7)).toBeNull()
    expect(expiryWarningDays('soon', at(expiry), 7)).toBeNull()
  })
})

describe('meeting link of a class', () => {
  it.each([
    ['2026-11-23T09:49:59Z', false],
    ['2026-11-23T09:50:00Z', true],
    ['2026-11-23T10:59:59Z', true],
    ['2026-11-23T11:00:00Z', false],
  ])('at %s is open: %s', (now, open) => {
    expect(isJoinTime('2026-11-23T10:00:00Z', '2026-11-23T11:00:00Z', at(now))).toBe(open)
  })
})

describe('warning of a clock change', () => {
  it('tells a student in New York before American winter time begins', () => {
    setClock(() => at('2026-10-20T23:00:00Z'))
    expect(findOffsetChange('America/New_York', 'Asia/Kolkata', 14)).toEqual({
      day: '2026-11-01',
      minutes: -60,
    })
    expect(findOffsetChange('America/New_York', 'Asia/Kolkata', 11)).toBeNull()
  })

  it('finds the same date at any hour of the day', () => {
    for (const hour of ['00', '05', '12', '23']) {
      setClock(() => at(`2026-03-01T${hour}:30:00Z`))
      expect(findOffsetChange('America/New_York', 'Asia/Kolkata', 14)).toEqual({
        day: '2026-03-08',
        minutes: 60,
      })
    }
  })

  it('is absent if both zones change together or neither does', () => {
    setClock(() => at('2026-10-20T12:00:00Z'))
    expect(findOffsetChange('America/New_York', 'America/Chicago', 28)).toBeNull()
    expect(findOffsetChange('Asia/Kolkata', 'Asia/Dubai', 28)).toBeNull()
  })
})
