import { expect, it } from 'vitest'
import { epochMs } from '@/lib/time'
import { cancelling } from '@/test/config'
import { bookedPolicyText, cancellationPolicyText, lostByRescheduling } from './cancellationPolicy'

const START = '2026-11-25T10:00:00Z'
const context = (now: string, teacherZone: string | null = 'UTC') => ({
  zone: 'UTC',
  teacherZone,
  now: epochMs(now),
})

it.each([
  [
    'money',
    '2026-11-24T10:00:00Z',
    'Cancel before Tue, 24 Nov, 10:00 am: money back. After that, until Tue, 24 Nov, 10:00 pm: a class credit. Later: nothing.',
  ],
  [
    'money',
    '2026-11-24T10:00:01Z',
    'Cancel before Tue, 24 Nov, 10:00 pm: a class credit, no money back. Later: nothing.',
  ],
  [
    'coupon',
    '2026-11-24T10:00:00Z',
    'Cancel before Tue, 24 Nov, 10:00 am: your coupon can be used again. After that, until Tue, 24 Nov, 10:00 pm: a class credit. Later: nothing.',
  ],
  [
    'credit',
    '2026-11-24T22:00:00Z',
    'Cancel before Tue, 24 Nov, 10:00 pm: your credit back. Later: nothing.',
  ],
  [
    'credit',
    '2026-11-24T22:00:01Z',
    'This class starts in less than 12 hours: it cannot be cancelled or moved any more.',
  ],
] as const)('the policy for %s at %s is: %s', (paid, now, words) => {
  expect(cancellationPolicyText(cancelling, paid, START, context(now))).toBe(words)
})

it('the server’s hours are used', () => {
  const longer = { ...cancelling, credit: [{ hoursBefore: 48, brings: 'credit_returned' as const }] }
  expect(cancellationPolicyText(longer, 'credit', START, context('2026-11-20T09:00:00Z'))).toBe(
    'Cancel before Mon, 23 Nov, 10:00 am: your credit back. Later: nothing.',
  )
})

it('both local times are given, with the day if it differs', () => {
  expect(
    cancellationPolicyText(cancelling, 'credit', START, context('2026-11-20T09:00:00Z', 'Asia/Kolkata')),
  ).toBe(
    'Cancel before Wed, 25 Nov, 3:30 am Kolkata (Tue, 24 Nov, 10:00 pm your time): your credit back. Later: nothing.',
  )
})

it('the server’s text is shown on English pages and a translated one on Hindi pages', () => {
  const policy = {
    refundUntil: '2026-11-23T10:00:00Z',
    creditUntil: '2026-11-24T22:00:00Z',
    sentence: 'As the server says it.',
    outcomeNow: 'refund',
    mayReschedule: true,
    paidWith: 'money',
  } as const
  const policyText = () => bookedPolicyText(policy, context('2026-11-20T09:00:00Z'))
  expect(policyText()).toBe(policy.sentence)
  document.documentElement.lang = 'hi'
  expect(policyText()).toBe(
    'Cancel before Mon, 23 Nov, 10:00 am: money back. After that, until Tue, 24 Nov, 10:00 pm: a class credit. Later: nothing.',
  )
  document.documentElement.lang = ''
})

it('no policy is given for an unreadable time', () => {
  expect(cancellationPolicyText(cancelling, 'money', 'soon', context('2026-11-20T09:00:00Z'))).toBeNull()
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
