// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { firstDayToShow, futureSlots, gridDays, nextFreeDay, pageDays, slotsByDay } from './calendar'
import { epochMs, formatTime } from './time'

const slot = (dateTime: string) => ({ _id: dateTime, dateTime })
const ids = (slots: { _id: string }[] | undefined) => slots?.map((entry) => entry._id)

describe('slots by day', () => {
  it('groups one instant under different days in different zones', () => {
    const slots = [slot('2026-11-23T20:00:00Z')]
    expect([...slotsByDay(slots, 'America/New_York').keys()]).toEqual(['2026-11-23'])
    expect([...slotsByDay(slots, 'Asia/Kolkata').keys()]).toEqual(['2026-11-24'])
    expect([...slotsByDay(slots, 'Asia/Calcutta').keys()]).toEqual(['2026-11-24'])
  })

  it('sorts slots within a day and omits those without a readable time', () => {
    const days = slotsByDay([slot('2026-11-23T10:00:00Z'), slot('soon'), slot('2026-11-23T08:00:00Z')], 'UTC')
    expect(ids(days.get('2026-11-23'))).toEqual(['2026-11-23T08:00:00Z', '2026-11-23T10:00:00Z'])
    expect(days.size).toBe(1)
  })

  it('keeps all five columns of the week in which clocks go back, and the hour that occurs twice', () => {
    const nightOfChange = ['2026-11-01T04:30:00Z', '2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z']
    const days = slotsByDay([...nightOfChange, '2026-11-02T04:30:00Z'].map(slot), 'America/New_York')
    const grid = gridDays(days, '2026-10-30')
    expect(grid.map((column) => column.day)).toEqual([
      '2026-10-30',
      '2026-10-31',
      '2026-11-01',
      '2026-11-02',
      '2026-11-03',
    ])
    expect(grid.map((column) => column.slots.length)).toEqual([0, 0, 4, 0, 0])
    expect(grid[2]?.slots.map((entry) => formatTime(entry.dateTime, 'America/New_York'))).toEqual([
      '12:30 am',
      '1:30 am',
      '1:30 am',
      '11:30 pm',
    ])
  })

  it('shows a class at one Indian hour on another American hour after the change in spring', () => {
    const sevenPmInKolkata = ['2026-03-07T13:30:00Z', '2026-03-08T13:30:00Z']
    expect(sevenPmInKolkata.map((iso) => formatTime(iso, 'Asia/Calcutta'))).toEqual(['7:00 pm', '7:00 pm'])
    expect(sevenPmInKolkata.map((iso) => formatTime(iso, 'America/New_York'))).toEqual(['8:30 am', '9:30 am'])
    const days = slotsByDay(sevenPmInKolkata.map(slot), 'America/New_York')
    expect([...days.keys()]).toEqual(['2026-03-07', '2026-03-08'])
  })

  it('groups slots of a day without midnight correctly', () => {
    const days = slotsByDay([slot('2026-04-24T00:30:00Z'), slot('2026-04-23T22:30:00Z')], 'Africa/Cairo')
    expect([...days.keys()]).toEqual(['2026-04-24'])
    expect(gridDays(days, '2026-04-24', 2).map((column) => column.slots.length)).toEqual([2, 0])
  })
})

describe('paging through days', () => {
  const days = slotsByDay([slot('2026-11-25T10:00:00Z'), slot('2026-12-02T10:00:00Z')], 'UTC')

  it('finds the next day with slots', () => {
    expect(nextFreeDay(days, '2026-11-23')).toBe('2026-11-25')
    expect(nextFreeDay(days, '2026-11-25')).toBe('2026-12-02')
    expect(nextFreeDay(days, '2026-12-02')).toBeNull()
  })

  it('starts with the first day that has slots', () => {
    expect(firstDayToShow(days, '2026-11-23')).toBe('2026-11-25')
    expect(firstDayToShow(days, '2026-11-25')).toBe('2026-11-25')
    expect(firstDayToShow(new Map(), '2026-11-23')).toBe('2026-11-23')
  })

  it('moves by five days and never into the past', () => {
    expect(pageDays('2026-11-23', 1, '2026-11-21')).toBe('2026-11-28')
    expect(pageDays('2026-11-23', -1, '2026-11-21')).toBe('2026-11-21')
    expect(pageDays('2026-11-28', -1, '2026-11-21')).toBe('2026-11-23')
  })

  it('drops slots that have started', () => {
    const slots = [slot('2026-11-25T10:00:00Z'), slot('2026-11-25T11:00:00Z')]
    expect(ids(futureSlots(slots, epochMs('2026-11-25T10:00:00Z')))).toEqual(['2026-11-25T11:00:00Z'])
  })
})
