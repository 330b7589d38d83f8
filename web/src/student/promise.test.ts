import { expect, it } from 'vitest'
import { epochMs } from '@/lib/time'
import { cancelling } from '@/test/config'
import { lostByMoving, policyWords, promiseWords } from './promise'

const START = '2026-11-25T10:00:00Z'
const clocks = (now: string, teacherZone: string | null = 'UTC') => ({
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
] as const)('promises for %s at %s what is still to be had', (paid, now, words) => {
  expect(promiseWords(cancelling, paid, START, clocks(now))).toBe(words)
})

it('promises by the server’s hours, whatever they are', () => {
  const longer = { ...cancelling, credit: [{ hoursBefore: 48, brings: 'credit_returned' as const }] }
  expect(promiseWords(longer, 'credit', START, clocks('2026-11-20T09:00:00Z'))).toBe(
    'Cancel before Mon, 23 Nov, 10:00 am: your credit back. Later: nothing.',
  )
})

it('tells both clocks, with the day where they differ', () => {
  expect(promiseWords(cancelling, 'credit', START, clocks('2026-11-20T09:00:00Z', 'Asia/Kolkata'))).toBe(
    'Cancel before Wed, 25 Nov, 3:30 am Kolkata (Tue, 24 Nov, 10:00 pm your time): your credit back. Later: nothing.',
  )
})

it('repeats the server’s promise in its words, or, on a page in Hindi, in those of the page', () => {
  const policy = {
    refundUntil: '2026-11-23T10:00:00Z',
    creditUntil: '2026-11-24T22:00:00Z',
    sentence: 'As the server says it.',
    outcomeNow: 'refund',
    mayReschedule: true,
    paidWith: 'money',
  } as const
  const said = () => policyWords(policy, clocks('2026-11-20T09:00:00Z'))
  expect(said()).toBe(policy.sentence)
  document.documentElement.lang = 'hi'
  expect(said()).toBe(
    'Cancel before Mon, 23 Nov, 10:00 am: money back. After that, until Tue, 24 Nov, 10:00 pm: a class credit. Later: nothing.',
  )
  document.documentElement.lang = ''
})

it('promises nothing for an hour that cannot be read', () => {
  expect(promiseWords(cancelling, 'money', 'soon', clocks('2026-11-20T09:00:00Z'))).toBeNull()
})

it.each([
  ['money', '2026-11-25T10:00:00Z', null],
  ['money', '2026-11-21T10:00:00Z', 'refund'],
  ['coupon', '2026-11-21T10:00:00Z', null],
  ['credit', '2026-11-21T10:00:00Z', null],
  ['credit', '2026-11-20T20:00:00Z', 'all'],
] as const)('a class by %s that moves to %s loses %s', (paid, to, lost) => {
  const now = epochMs('2026-11-20T11:00:00Z')
  expect(lostByMoving(cancelling, paid, { from: '2026-11-24T10:00:00Z', to, now })).toBe(lost)
})

it('loses no right to money back that had run out before', () => {
  const [from, to] = ['2026-11-21T08:00:00Z', '2026-11-21T10:00:00Z']
  const now = epochMs('2026-11-20T11:00:00Z')
  expect(lostByMoving(cancelling, 'money', { from, to, now })).toBeNull()
})
