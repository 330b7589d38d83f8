import { expect, it } from 'vitest'
import type { CreditEntry } from '@/api/types'
import { entryWords, signed } from './creditWords'

const entry = (over: Partial<CreditEntry>): CreditEntry => ({
  _id: 'e1',
  at: '2026-11-20T09:00:00Z',
  kind: 'granted',
  credits: 1,
  lotId: 'lot-1',
  bookingId: null,
  classDateTime: null,
  ...over,
})

it.each([
  [entry({ kind: 'bought', credits: 4 }), 'You bought 4 credits.'],
  [entry({ kind: 'granted', credits: 1 }), 'You were given 1 credit.'],
  [
    entry({ kind: 'used', credits: -1, classDateTime: '2026-11-23T20:00:00Z' }),
    '1 credit paid for your class on Tue, 24 Nov.',
  ],
  [entry({ kind: 'used', credits: -2 }), '2 credits paid for a class.'],
  [
    entry({ kind: 'returned', credits: 1, classDateTime: '2026-11-23T01:00:00Z' }),
    '1 credit came back from your class on Mon, 23 Nov.',
  ],
  [entry({ kind: 'returned', credits: 1 }), '1 credit came back to you.'],
  [entry({ kind: 'expired', credits: -3 }), '3 credits ran out of time.'],
])('%# says what happened to a credit', (row, words) => {
  expect(entryWords(row, 'Asia/Kolkata')).toBe(words)
})

it('shows what was gained and what was spent', () => {
  expect(signed(4)).toBe('+4')
  expect(signed(-1)).toBe('−1')
})
