// @vitest-environment node
import { expect, test } from 'vitest'
import { currencyFor } from './currency'
import { isInviteCode, normalizeInviteCode } from './inviteCode'
import { zoneOptions } from './zones'

test('invite codes are compared without case and surrounding spaces', () => {
  expect(normalizeInviteCode('  tch-abc-1234 ')).toBe('TCH-ABC-1234')
  expect(isInviteCode(' tch-abc-1234')).toBe(true)
  expect(['', 'TCH', 'TCH-ABC-123', 'TCH-ABC-12345', 'ABC-TCH-1234'].some(isInviteCode)).toBe(false)
})

test.each([
  'https://tala.example/t/TCH-ABC-1234',
  ' https://tala.example/hi/t/tch-abc-1234?utm_source=chat ',
  'https://tala.example/booking?ref=TCH-ABC-1234#dashboard',
  'Learn with me: http://localhost:3000/booking?x=1&ref=tch-abc-1234.',
])('the code of a pasted invitation is found: %s', (text) => {
  expect(normalizeInviteCode(text)).toBe('TCH-ABC-1234')
  expect(isInviteCode(text)).toBe(true)
})

test('a link without a whole code contains none', () => {
  for (const text of ['https://tala.example/t/TCH-ABC-12345', 'https://tala.example/t/TCH', 'x/TCH-ABC-1234'])
    expect(isInviteCode(text), text).toBe(false)
})

test.each([
  ['India', 'America/New_York', 'INR'],
  ['United States', 'Asia/Kolkata', 'INR'],
  ['Other', 'Asia/Tokyo', 'INR'],
  ['United States', 'America/New_York', 'USD'],
  ['Other', 'Europe/London', 'USD'],
])('a student from %s in %s pays in %s', (location, zone, currency) => {
  expect(currencyFor(location, zone)).toBe(currency)
})

test('zone options start with common names and contain each zone once', () => {
  const zones = zoneOptions('Antarctica/Troll').map(({ value }) => value)
  expect(zones[0]).toBe('Asia/Kolkata')
  expect(zones).toContain('Antarctica/Troll')
  expect(zones).toContain('America/Sao_Paulo')
  expect(zones).not.toContain('Asia/Calcutta')
  expect(new Set(zones).size).toBe(zones.length)
})
