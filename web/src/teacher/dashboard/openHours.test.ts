// @vitest-environment node
import { beforeAll, describe, expect, test } from 'vitest'
import { ensureTemporal } from '@/lib/time'
import { openRanges } from './openHours'

const weeklySchedule = [
  { dayOfWeek: 1, timeRanges: [{ start: '07:00', end: '11:00' }] },
  { dayOfWeek: 1, timeRanges: [{ start: '20:00', end: '24:00' }] },
]
const hours = {
  availability: { timeZone: 'Asia/Kolkata', visibilityDays: 30, weeklySchedule, version: 3 },
  overrides: [{ date: '2026-12-07', timeRanges: [], note: 'Festival' }],
}
const MONDAY = '2026-11-29T18:30:00Z'
const TUESDAY = '2026-11-30T18:30:00Z'

beforeAll(ensureTemporal)

describe('open hours', () => {
  test('are the weekly hours as instants', () => {
    expect(openRanges(hours, MONDAY, TUESDAY)).toEqual([
      { start: '2026-11-30T01:30:00Z', end: '2026-11-30T05:30:00Z' },
      { start: '2026-11-30T14:30:00Z', end: '2026-11-30T18:30:00Z' },
    ])
  })

  test('are none on a day off and without hours', () => {
    expect(openRanges(hours, '2026-12-06T18:30:00Z', '2026-12-07T18:30:00Z')).toEqual([])
    expect(openRanges({ availability: null, overrides: [] }, MONDAY, TUESDAY)).toEqual([])
  })
})
