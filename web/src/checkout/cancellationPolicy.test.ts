import { expect, it } from 'vitest'
import { epochMs } from '@/lib/time'
import { cancelling } from '@/test/config'
import { bookedPolicyLines, cancellationPolicyLines, lostByRescheduling } from './cancellationPolicy'

const START = '2026-11-25T10:00:00Z'
const context = (now: string, zone = 'UTC') => ({ zone, now: epochMs(now) })

it.each([
  [
    'money',
    '2026-11-24T10:00:00Z',
    'Full refund until Tue, 24 Nov, 10:00 am | Class credit until Tue, 24 Nov, 10:00 pm | No cancellation after that',
  ],
  [
    'money',
    '2026-11-24T10:00:01Z',
    'Cancel by Tue, 24 Nov, 10:00 pm and you get a class credit instead of a refund. | After that, this class can’t be cancelled.',
  ],
  [
    'coupon',
    '2026-11-24T10:00:00Z',
    'Cancel by Tue, 24 Nov, 10:00 am and you can use your coupon again | Class credit until Tue, 24 Nov, 10:00 pm | No cancellation after that',
  ],
  [
    'credit',
    '2026-11-24T22:00:00Z',
    'Free cancellation until Tue, 24 Nov, 10:00 pm. Your credit comes back. After that, this class can’t be cancelled.',
  ],
  [
    'credit',
    '2026-11-24T22:00:01Z',
    'This class starts in less than 12 hours. It can’t be cancelled or moved.',
  ],
] as const)('the policy for %s at %s is: %s', (paid, now, words) => {
  expect(cancellationPolicyLines(cancelling, paid, START, context(now))?.join(' | ')).toBe(words)
})

it('the server’s hours are used', () => {
  const longer = { ...cancelling, credit: [{ hoursBefore: 48, brings: 'credit_returned' as const }] }
  expect(cancellationPolicyLines(longer, 'credit', START, context('2026-11-20T09:00:00Z'))?.[0]).toMatch(
    /^Free cancellation until Mon, 23 Nov, 10:00 am\./,
  )
})

it('noon and midnight of the viewer are named', () => {
  const lines = (dateTime: string, zone: string) =>
    cancellationPolicyLines(cancelling, 'credit', dateTime, context('2026-11-20T09:00:00Z', zone))?.[0]
  expect(lines('2026-11-26T00:00:00Z', 'UTC')).toMatch(/until Wed, 25 Nov, noon\./)
  expect(lines('2026-11-26T12:00:00Z', 'UTC')).toMatch(/until midnight \(end of Wed, 25 Nov\)\./)
  expect(lines('2026-11-26T12:00:00Z', 'Asia/Kolkata')).toMatch(/until Thu, 26 Nov, 5:30 am\./)
})

it('the policy of a booking is told by its deadlines', () => {
  const policy: Parameters<typeof bookedPolicyLines>[0] = {
    refundUntil: '2026-11-23T10:00:00Z',
    creditUntil: '2026-11-24T22:00:00Z',
    sentence: 'As the server says it.',
    lines: [],
    outcomeNow: 'refund',
    mayReschedule: true,
    paidWith: 'money',
  }
  expect(bookedPolicyLines(policy, context('2026-11-20T09:00:00Z'))).toEqual([
    'Full refund until Mon, 23 Nov, 10:00 am',
    'Class credit until Tue, 24 Nov, 10:00 pm',
    'No cancellation after that',
  ])
})

it('no policy is given for an unreadable time', () => {
  expect(cancellationPolicyLines(cancelling, 'money', 'soon', context('2026-11-20T09:00:00Z'))).toBeNull()
})

it.each([
  ['money', '2026-11-25T10:00:00Z', null],
  ['money', '2026-11-21T10:00:00Z', 'refund'],
  ['coupon', '2026-11-21T10:00:00Z', null],
  ['credit', '2026-11-21T10:00:00Z', null],
  ['credit', '2026-11-20T20:00:00Z', 'all'],
] as const)('rescheduling a class paid by %s to %s loses %s', (paid, to, loss) => {
  const now = epochMs('2026-11-20T11:00:00Z')
  expect(lostByRescheduling(cancelling, paid, { from: '2026-11-24T10:00:00Z', to, now })).toBe(loss)
})

it('rescheduling does not lose a refund that had already expired', () => {
  const [from, to] = ['2026-11-21T08:00:00Z', '2026-11-21T10:00:00Z']
  const now = epochMs('2026-11-20T11:00:00Z')
  expect(lostByRescheduling(cancelling, 'money', { from, to, now })).toBeNull()
})
