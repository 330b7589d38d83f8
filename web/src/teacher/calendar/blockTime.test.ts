// @vitest-environment node
import { beforeAll, describe, expect, test } from 'vitest'
import { ensureTemporal } from '@/lib/time'
import { blockTime, unblockTime } from './blockTime'

const weeklySchedule = [
  { dayOfWeek: 1, timeRanges: [{ start: '07:00', end: '11:00' }] },
  { dayOfWeek: 1, timeRanges: [{ start: '20:00', end: '24:00' }] },
]
const hours = {
  availability: { timeZone: 'Asia/Kolkata', visibilityDays: 30, weeklySchedule, version: 3 },
  overrides: [{ date: '2026-12-07', timeRanges: [], note: 'Festival' }],
}

beforeAll(ensureTemporal)

describe('blocking time', () => {
  test('replaces the hours of the date and keeps other dates', () => {
    expect(blockTime(hours, '2026-11-30T02:30:00Z', '2026-11-30T03:30:00Z')).toEqual({
      ...hours.availability,
      overrides: [
        {
          date: '2026-11-30',
          timeRanges: [
            { start: '07:00', end: '08:00' },
            { start: '09:00', end: '11:00' },
            { start: '20:00', end: '24:00' },
          ],
          note: '',
        },
        ...hours.overrides,
      ],
    })
  })

  test('leaves out rests that are too short for a class', () => {
    const blocked = blockTime(hours, '2026-11-30T02:00:00Z', '2026-11-30T05:30:00Z')
    expect(blocked?.overrides?.[0]?.timeRanges).toEqual([{ start: '20:00', end: '24:00' }])
  })

  test('is not needed while the teacher is not open', () => {
    expect(blockTime(hours, '2026-11-30T06:30:00Z', '2026-11-30T07:30:00Z')).toBeNull()
  })
})

describe('opening time again', () => {
  const from = '2026-11-30T02:30:00Z'
  const to = '2026-11-30T03:30:00Z'

  test('undoes the block, without a trace', () => {
    const blocked = blockTime(hours, from, to)
    const overrides = blocked?.overrides ?? []
    expect(overrides).toHaveLength(2)
    expect(unblockTime({ ...hours, overrides }, from, to)).toEqual({
      ...hours.availability,
      overrides: hours.overrides,
    })
  })

  test('opens one hour of a day off and keeps its note', () => {
    const opened = unblockTime(hours, '2026-12-07T02:30:00Z', '2026-12-07T03:30:00Z')
    expect(opened?.overrides).toEqual([
      { date: '2026-12-07', timeRanges: [{ start: '08:00', end: '09:00' }], note: 'Festival' },
    ])
  })

  test('joins the hour with those around it, up to midnight', () => {
    const overrides = [{ date: '2026-11-30', timeRanges: [{ start: '20:00', end: '23:00' }], note: '' }]
    const opened = unblockTime({ ...hours, overrides }, '2026-11-30T17:30:00Z', '2026-11-30T18:30:00Z')
    expect(opened?.overrides).toEqual([
      { date: '2026-11-30', timeRanges: [{ start: '20:00', end: '24:00' }], note: '' },
    ])
  })

  test('changes nothing outside the weekly hours or without an override', () => {
    expect(unblockTime(hours, '2026-12-07T06:30:00Z', '2026-12-07T07:30:00Z')).toBeNull()
    expect(unblockTime(hours, from, to)).toBeNull()
  })
})
