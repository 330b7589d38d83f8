// @vitest-environment node
import { expect, it } from 'vitest'
import type { CreditEntry, CreditLot } from '@/api/types'
import { entryText, expiryLabel, formatSigned } from './creditText'

const entry = (overrides: Partial<CreditEntry>): CreditEntry => ({
  _id: 'e1',
  at: '2026-11-20T09:00:00Z',
  kind: 'granted',
  credits: 1,
  lotId: 'lot-1',
  bookingId: null,
  classDateTime: null,
  ...overrides,
})

it.each([
  [entry({ kind: 'bought', credits: 4 }), '4 credits bought'],
  [entry({ kind: 'granted', credits: 1 }), '1 credit received'],
  [
    entry({ kind: 'granted', credits: 1, bookingId: 'b1', classDateTime: '2026-11-23T01:00:00Z' }),
    '1 credit received instead of a refund: class on Mon, 23 Nov',
  ],
  [
    entry({ kind: 'used', credits: -1, classDateTime: '2026-11-23T20:00:00Z' }),
    '1 credit used: class on Tue, 24 Nov',
  ],
  [entry({ kind: 'used', credits: -2 }), '2 credits used'],
  [
    entry({ kind: 'returned', credits: 1, classDateTime: '2026-11-23T01:00:00Z' }),
    '1 credit returned: class on Mon, 23 Nov',
  ],
  [entry({ kind: 'returned', credits: 1 }), '1 credit returned'],
  [entry({ kind: 'expired', credits: -3 }), '3 credits expired'],
])('%# a transaction is described as a sentence', (row, text) => {
  expect(entryText(row, 'Asia/Kolkata')).toBe(text)
})

const lot = (remaining: number, expiresAt: string, overrides: Partial<CreditLot> = {}): CreditLot => ({
  _id: expiresAt,
  origin: 'bought',
  total: 8,
  remaining,
  expiresAt,
  createdAt: '2026-11-01T09:00:00Z',
  expired: false,
  teacherName: 'Guru Padma Subramaniam',
  ...overrides,
})
const earlyExpiry = '2026-11-28T09:00:00Z'
const lateExpiry = '2026-12-20T09:00:00Z'

it.each([
  ['all at once', [lot(4, lateExpiry), lot(1, lateExpiry)], 'Expires on'],
  ['one before the others', [lot(4, lateExpiry), lot(1, earlyExpiry)], 'The first expires on'],
  [
    'some before the others',
    [lot(4, lateExpiry), lot(2, earlyExpiry), lot(1, earlyExpiry)],
    'The first 3 expire on',
  ],
  [
    'what is used up or over',
    [lot(4, lateExpiry), lot(0, earlyExpiry), lot(2, earlyExpiry, { expired: true })],
    'Expires on',
  ],
])('the next expiry is: %s', (_, lots, text) => {
  expect(expiryLabel(lots)).toBe(text)
})

it('gains and losses have a sign', () => {
  expect(formatSigned(4)).toBe('+4')
  expect(formatSigned(-1)).toBe('−1')
})
