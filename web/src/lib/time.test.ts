// @vitest-environment node
import { afterEach, describe, expect, it } from 'vitest'
import {
  addDays,
  browserZone,
  clock,
  clockShift,
  compareInstants,
  dayOf,
  daysFrom,
  epochMs,
  formatCalendarDay,
  formatDate,
  formatDay,
  formatLongDay,
  formatTime,
  INVALID_DATE,
  isJoinTime,
  knownZone,
  nowIso,
  otherClock,
  parseInstant,
  sameClock,
  sameZone,
  setClock,
  today,
  toWall,
  warningDays,
  zoneCity,
  zoneLabel,
} from './time'

const at = (iso: string) => epochMs(iso)
afterEach(() => setClock())

describe('the clock', () => {
  it('can be replaced, and comes back', () => {
    setClock(() => at('2026-11-23T01:30:00Z'))
    expect(nowIso()).toBe('2026-11-23T01:30:00Z')
    setClock()
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(1000)
  })

  it('says which day it is where', () => {
    setClock(() => at('2026-11-23T20:00:00Z'))
    expect(today('America/New_York')).toBe('2026-11-23')
    expect(today('Asia/Kolkata')).toBe('2026-11-24')
  })
})

describe('zones', () => {
  it('takes Asia/Calcutta and Asia/Kolkata for one zone', () => {
    expect(sameZone('Asia/Calcutta', 'Asia/Kolkata')).toBe(true)
    expect(sameZone('Asia/Kolkata', 'America/New_York')).toBe(false)
    expect(sameZone('Asia/Kolkata', 'Asia/Colombo')).toBe(false)
    expect(sameZone('Mars/Olympus', 'Asia/Kolkata')).toBe(false)
  })

  it('knows clocks that agree though the zones differ, and only while they do', () => {
    expect(sameClock('2026-11-23T01:30:00Z', 'Asia/Kolkata', 'Asia/Colombo')).toBe(true)
    expect(sameClock('2026-01-10T12:00:00Z', 'Europe/London', 'Africa/Accra')).toBe(true)
    expect(sameClock('2026-07-10T12:00:00Z', 'Europe/London', 'Africa/Accra')).toBe(false)
  })

  it('names a zone by its city and its distance from Greenwich at that time', () => {
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

  it('falls back to UTC for a zone it does not know', () => {
    expect(knownZone('Mars/Olympus')).toBe('UTC')
    expect(knownZone(null)).toBe('UTC')
    expect(formatTime('2026-11-23T01:30:00Z', 'Mars/Olympus')).toBe('1:30 am')
    expect(browserZone()).not.toBe('')
  })
})

describe('words', () => {
  it('writes times, noon and midnight', () => {
    expect(formatTime('2026-11-23T01:30:00Z', 'Asia/Kolkata')).toBe('7:00 am')
    expect(formatTime('2026-11-23T12:00:00Z', 'UTC')).toBe('12:00 pm')
    expect(formatTime('2026-11-23T00:05:00Z', 'UTC')).toBe('12:05 am')
  })

  it('writes days in the zone of the reader', () => {
    expect(formatDay('2026-11-23T20:00:00Z', 'Asia/Kolkata')).toBe('Tue, 24 Nov')
    expect(formatDate('2026-11-23T20:00:00Z', 'America/New_York')).toBe('Mon, 23 Nov 2026')
    expect(formatCalendarDay('2026-03-01')).toBe('Sun, 1 Mar')
    expect(formatLongDay('2026-11-28')).toBe('Saturday 28 Nov 2026')
  })

  it('says Invalid Date for what is no date', () => {
    for (const text of ['', 'soon', '2026-13-40T00:00:00Z', null, undefined]) {
      expect(formatTime(text, 'UTC')).toBe(INVALID_DATE)
      expect(formatDay(text, 'UTC')).toBe(INVALID_DATE)
      expect(formatDate(text, 'UTC')).toBe('Invalid Date')
    }
    expect(parseInstant('2026-11-23')).toBeNull()
    expect(epochMs('x')).toBeNaN()
    expect(toWall('x', 'UTC')).toBeNull()
    expect(dayOf('x', 'UTC')).toBeNull()
  })

  it('writes the wall clock on both sides of a change to winter time', () => {
    expect(toWall('2026-11-01T05:30:00Z', 'America/New_York')).toBe('2026-11-01 01:30:00')
    expect(toWall('2026-11-01T06:30:00Z', 'America/New_York')).toBe('2026-11-01 01:30:00')
    expect(toWall('2026-11-01T07:30:00Z', 'America/New_York')).toBe('2026-11-01 02:30:00')
  })
})

describe('the other clock', () => {
  it('stands beside ours only where it shows something else', () => {
    expect(otherClock('2026-11-23T12:00:00Z', 'America/New_York', 'Asia/Kolkata')).toBe('5:30 pm')
    expect(otherClock('2026-11-23T12:00:00Z', 'Asia/Calcutta', 'Asia/Kolkata')).toBeNull()
    expect(otherClock('2026-11-23T12:00:00Z', 'Asia/Colombo', 'Asia/Kolkata')).toBeNull()
    expect(otherClock('2026-11-23T12:00:00Z', 'Asia/Kolkata', null)).toBeNull()
    expect(otherClock('soon', 'America/New_York', 'Asia/Kolkata')).toBeNull()
  })

  it('names the day where it is another one', () => {
    expect(otherClock('2026-11-24T00:00:00Z', 'America/New_York', 'Asia/Kolkata')).toBe('Tue, 5:30 am')
  })
})

describe('days', () => {
  it('counts on over the ends of months, years and leap days', () => {
    expect(daysFrom('2026-12-30', 3)).toEqual(['2026-12-30', '2026-12-31', '2027-01-01'])
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
  })

  it('sorts instants, what cannot be read last', () => {
    const sorted = ['x', '2026-11-24T00:00:00Z', '2026-11-23T00:00:00Z'].sort(compareInstants)
    expect(sorted).toEqual(['2026-11-23T00:00:00Z', '2026-11-24T00:00:00Z', 'x'])
  })
})

describe('the expiry warning', () => {
  const expiry = '2026-11-30T12:00:00Z'
  const left = (now: string) => warningDays(expiry, at(now), 7)

  it.each([
    ['2026-11-23T11:59:59Z', null],
    ['2026-11-23T12:00:00Z', 7],
    ['2026-11-24T11:59:59Z', 7],
    ['2026-11-24T12:00:00Z', 6],
    ['2026-11-29T12:00:01Z', 1],
    ['2026-11-30T11:59:59Z', 1],
    ['2026-11-30T12:00:00Z', null],
    ['2026-12-24T12:00:00Z', null],
  ])('at %s it says %s', (now, days) => {
    expect(left(now)).toBe(days)
  })

  it('says nothing without an expiry', () => {
    expect(warningDays(null, at(expiry), 7)).toBeNull()
    expect(warningDays('soon', at(expiry), 7)).toBeNull()
  })
})

describe('the door of a class', () => {
  it.each([
    ['2026-11-23T09:49:59Z', false],
    ['2026-11-23T09:50:00Z', true],
    ['2026-11-23T10:59:59Z', true],
    ['2026-11-23T11:00:00Z', false],
  ])('at %s is open: %s', (now, open) => {
    expect(isJoinTime('2026-11-23T10:00:00Z', '2026-11-23T11:00:00Z', at(now))).toBe(open)
  })
})

describe('the warning of a change of clocks', () => {
  it('tells a student in New York before American winter time begins', () => {
    setClock(() => at('2026-10-20T23:00:00Z'))
    expect(clockShift('America/New_York', 'Asia/Kolkata', 14)).toEqual({ day: '2026-11-01', minutes: -60 })
    expect(clockShift('America/New_York', 'Asia/Kolkata', 11)).toBeNull()
  })

  it('finds the same day whatever hour it is now', () => {
    for (const hour of ['00', '05', '12', '23']) {
      setClock(() => at(`2026-03-01T${hour}:30:00Z`))
      expect(clockShift('America/New_York', 'Asia/Kolkata', 14)).toEqual({ day: '2026-03-08', minutes: 60 })
    }
  })

  it('says nothing where both change together or neither does', () => {
    setClock(() => at('2026-10-20T12:00:00Z'))
    expect(clockShift('America/New_York', 'America/Chicago', 28)).toBeNull()
    expect(clockShift('Asia/Kolkata', 'Asia/Dubai', 28)).toBeNull()
  })
})
