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

  test('opens an hour at least, although the calendar is half an hour off', () => {
    const dayOff = { ...hours, overrides: [{ date: '2026-11-30', timeRanges: [], note: '' }] }
    // 10:30 to 11:30, of which the weekly hours include half an hour.
    expect(unblockTime(dayOff, '2026-11-30T05:00:00Z', '2026-11-30T06:00:00Z')?.overrides).toEqual([
      { date: '2026-11-30', timeRanges: [{ start: '10:00', end: '11:00' }], note: '' },
    ])
  })

  test('opens the rest that was too short beside the blocked hour', () => {
    const halfPast = ['2026-11-30T02:00:00Z', '2026-11-30T03:00:00Z'] as const
    const overrides = blockTime(hours, ...halfPast)?.overrides ?? []
    expect(overrides[0]?.timeRanges).toEqual([
      { start: '08:30', end: '11:00' },
      { start: '20:00', end: '24:00' },
    ])
    expect(unblockTime({ ...hours, overrides }, ...halfPast)?.overrides).toEqual(hours.overrides)
  })

  test('joins nothing with hours of the date that go beyond the weekly ones', () => {
    const overrides = [{ date: '2026-11-30', timeRanges: [{ start: '10:00', end: '13:00' }], note: '' }]
    // 8:30 to 10:30: the last half hour is open already.
    const opened = unblockTime({ ...hours, overrides }, '2026-11-30T03:00:00Z', '2026-11-30T05:00:00Z')
    expect(opened?.overrides?.[0]?.timeRanges).toEqual([
      { start: '08:30', end: '10:00' },
      { start: '10:00', end: '13:00' },
    ])
    expect(unblockTime({ ...hours, overrides }, '2026-11-30T05:00:00Z', '2026-11-30T06:00:00Z')).toBeNull()
  })

  test('opens both dates of a time over midnight', () => {
    const weekly = [0, 1].map((dayOfWeek) => ({ dayOfWeek, timeRanges: [{ start: '00:00', end: '24:00' }] }))
    const around = { ...hours.availability, weeklySchedule: weekly }
    const overrides = ['2026-11-29', '2026-11-30'].map((date) => ({ date, timeRanges: [], note: '' }))
    const opened = unblockTime(
      { availability: around, overrides },
      '2026-11-29T17:30:00Z',
      '2026-11-29T19:30:00Z',
    )
    expect(opened?.overrides).toEqual([
      { date: '2026-11-29', timeRanges: [{ start: '23:00', end: '24:00' }], note: '' },
      { date: '2026-11-30', timeRanges: [{ start: '00:00', end: '01:00' }], note: '' },
    ])
  })

  test('works on the day on which clocks go forward', () => {
    const weekly = [{ dayOfWeek: 0, timeRanges: [{ start: '00:00', end: '06:00' }] }]
    const availability = { ...hours.availability, timeZone: 'America/New_York', weeklySchedule: weekly }
    const overrides = [{ date: '2026-03-08', timeRanges: [{ start: '00:00', end: '01:00' }], note: '' }]
    // 3 to 4 am, an hour after the clocks went from 2 to 3 am.
    const opened = unblockTime({ availability, overrides }, '2026-03-08T07:00:00Z', '2026-03-08T08:00:00Z')
    expect(opened?.overrides).toEqual([
      {
        date: '2026-03-08',
        timeRanges: [
          { start: '00:00', end: '01:00' },
          { start: '03:00', end: '04:00' },
        ],
        note: '',
      },
    ])
  })

  test('changes nothing outside the weekly hours or without an override', () => {
    expect(unblockTime(hours, '2026-12-07T06:30:00Z', '2026-12-07T07:30:00Z')).toBeNull()
    expect(unblockTime(hours, from, to)).toBeNull()
  })
})
