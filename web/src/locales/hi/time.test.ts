// @vitest-environment node
import { beforeAll, expect, test } from 'vitest'
import { studentCopy } from '@/copy/student'
import { setLanguage } from '@/lib/i18n'
import { messages } from './app.po'
import { hindiDateNames } from './dateNames'

beforeAll(() => setLanguage('hi', messages, hindiDateNames))

const SEVEN = '2026-11-23T01:30:00Z'

test('dates and times are in Hindi, with the names of Intl', async () => {
  const time = await import('@/lib/time')
  const { formatMonth } = await import('@/lib/localDateTime')
  expect(time.formatDate(SEVEN, 'Asia/Kolkata')).toBe('सोम, 23 नवंबर 2026')
  expect(time.formatLongDay('2026-11-23')).toBe('सोमवार 23 नवंबर 2026')
  expect(formatMonth('2026-11')).toBe('नवंबर 2026')
  expect(time.zoneLabel('Asia/Calcutta', SEVEN)).toBe('कोलकाता, GMT+5:30')
  expect(time.formatTime('soon', 'Asia/Kolkata')).toBe('अमान्य तारीख़')
})

test.each([
  ['2026-11-23T01:35:00Z', 'सुबह 7:05'],
  ['2026-11-23T06:30:00Z', 'दोपहर 12:00'],
  ['2026-11-23T12:00:00Z', 'शाम 5:30'],
  ['2026-11-23T14:30:00Z', 'रात 8:00'],
  ['2026-11-23T18:29:00Z', 'रात 11:59'],
  ['2026-11-23T18:30:00Z', 'आधी रात 12:00'],
  ['2026-11-23T19:29:00Z', 'आधी रात 12:59'],
  ['2026-11-23T19:30:00Z', 'तड़के 1:00'],
  ['2026-11-23T22:29:00Z', 'तड़के 3:59'],
  ['2026-11-23T22:30:00Z', 'सुबह 4:00'],
])('%s in India is formatted as %s', async (iso, words) => {
  const { formatTime } = await import('@/lib/time')
  expect(formatTime(iso, 'Asia/Kolkata')).toBe(words)
})

test('a range names the part of the day once', async () => {
  const { formatTimeRange } = await import('@/lib/time')
  const range = (start: string, end: string) => formatTimeRange(start, end, 'Asia/Kolkata')
  expect(range('2026-11-23T01:30:00Z', '2026-11-23T02:30:00Z')).toBe('सुबह 7:00–8:00')
  expect(range('2026-11-23T06:00:00Z', '2026-11-23T07:00:00Z')).toBe('सुबह 11:30–दोपहर 12:30')
  expect(range('2026-11-23T20:00:00Z', '2026-11-23T21:00:00Z')).toBe('तड़के 1:30–2:30')
  expect(range('2026-11-23T17:30:00Z', '2026-11-23T18:30:00Z')).toBe('रात 11:00–12:00')
  expect(range('2026-11-23T18:00:00Z', '2026-11-23T19:00:00Z')).toBe('रात 11:30–12:30')
  expect(range('2026-11-23T19:00:00Z', '2026-11-23T20:00:00Z')).toBe('आधी रात 12:30–तड़के 1:30')
})

test('groups of slots agree with the words of their times', async () => {
  const { slotsByDayPart } = await import('@/lib/calendar')
  const slots = ['00:00', '03:59', '04:00', '11:59', '12:00', '15:59', '16:00', '23:59'].map((time) => ({
    dateTime: `2026-11-23T${time}:00+05:30`,
  }))
  const parts = slotsByDayPart(slots, 'Asia/Kolkata').map((group) => [group.part, group.slots.length])
  expect(parts).toEqual([
    ['earlyMorning', 2],
    ['morning', 2],
    ['afternoon', 2],
    ['evening', 2],
  ])
})

test('noon and midnight as time limits', async () => {
  const { formatDeadline } = await import('@/lib/time')
  expect(formatDeadline('2026-11-23T06:30:00Z', 'Asia/Kolkata')).toBe('सोम, 23 नवंबर, दोपहर 12 बजे')
  expect(formatDeadline('2026-11-23T18:30:00Z', 'Asia/Kolkata')).toBe('सोम, 23 नवंबर की रात 12 बजे')
})

test('plurals follow the rules of Hindi: zero and one are singular', () => {
  const { seats } = studentCopy.slots
  expect([seats(0), seats(1), seats(2)]).toEqual(['0 सीट बाक़ी', '1 सीट बाक़ी', '2 सीटें बाक़ी'])
})

test('money is formatted the same in both languages, so it needs no translation', () => {
  const written = (locale: string, currency: string) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency }).format(123456.5)
  expect(written('hi-IN', 'INR')).toBe(written('en-IN', 'INR'))
})
