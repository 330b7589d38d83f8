// @vitest-environment node
import { expect, test } from 'vitest'
import { looksLikeCode, normalCode } from './codes'
import { currencyFor } from './currency'
import { zoneChoices } from './zones'

test('codes are compared without regard to case and space', () => {
  expect(normalCode('  tch-abc-1234 ')).toBe('TCH-ABC-1234')
  expect(looksLikeCode(' tch-abc-1234')).toBe(true)
  expect(['', 'TCH', 'TCH-ABC-123', 'TCH-ABC-12345', 'ABC-TCH-1234'].some(looksLikeCode)).toBe(false)
})

test.each([
  ['India', 'America/New_York', 'INR'],
  ['United States', 'Asia/Kolkata', 'INR'],
  ['Other', 'Asia/Tokyo', 'INR'],
  ['United States', 'America/New_York', 'USD'],
  ['Other', 'Europe/London', 'USD'],
])('%s in %s pays in %s', (location, zone, currency) => {
  expect(currencyFor(location, zone)).toBe(currency)
})

test('zones begin with the names that people know, and hold each zone once', () => {
  const zones = zoneChoices('Antarctica/Troll').map(({ value }) => value)
  expect(zones[0]).toBe('Asia/Kolkata')
  expect(zones).toContain('Antarctica/Troll')
  expect(zones).toContain('America/Sao_Paulo')
  expect(zones).not.toContain('Asia/Calcutta')
  expect(new Set(zones).size).toBe(zones.length)
})
