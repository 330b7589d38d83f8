// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Coupon } from '@/api/adminCoupons'
import { setClock } from '@/lib/time'
import { browserWords } from './account/browserWords'
import { passwordErrors } from './account/passwordForm'
import { findingOf } from './books/finding'
import { type CouponValues, couponErrors, emptyCoupon, toCoupon } from './coupons/couponForm'
import { stateOf } from './coupons/couponState'

const NOW = Date.parse('2026-11-21T09:00:00Z')
const ZONE = 'Asia/Kolkata'

beforeEach(() => setClock(() => NOW))
afterEach(() => setClock())

const typed = (over: Partial<CouponValues>): CouponValues => ({
  ...emptyCoupon,
  code: 'diwali',
  percent: 20,
  ...over,
})

function wrongs(over: Partial<CouponValues>): string[] {
  const errors = Object.entries(couponErrors(typed(over), ZONE))
  return errors.filter(([, words]) => words !== null).map(([field]) => field)
}

describe('a coupon that is typed', () => {
  test.each([
    [{}, []],
    [{ code: 'ab' }, ['code']],
    [{ code: 'summer sale' }, ['code']],
    [{ code: ' a-b_9 ' }, []],
    [{ percent: '' }, ['percent']],
    [{ percent: 0 }, ['percent']],
    [{ percent: 101 }, ['percent']],
    [{ percent: 12.5 }, ['percent']],
    [{ percent: 100 }, []],
    [{ limit: 0, limitPerStudent: 1 }, ['limit']],
    [{ limitPerStudent: 1.5 }, ['limitPerStudent']],
    [{ limit: 1_000_001 }, ['limit']],
    [{ from: '2026-11-22T10:00', until: '2026-11-22T10:00' }, ['until']],
    [{ from: '2026-11-22T10:00', until: '2026-11-22T10:01' }, []],
    [{ until: '2026-11-21T14:30' }, ['until']],
    [{ until: '2026-11-21T14:31' }, []],
    [{ from: '2026-02-30' }, ['from']],
  ] as const)('%o is refused in %o', (over, fields) => {
    expect(wrongs(over)).toEqual(fields)
  })

  test('is sent in capitals, with its bounds as instants, and nothing for what is empty', () => {
    expect(toCoupon(typed({ from: '2026-11-22T10:00', limit: 50, note: ' for Diwali ' }), ZONE)).toEqual({
      code: 'DIWALI',
      percent: 20,
      from: '2026-11-22T04:30:00Z',
      until: null,
      limit: 50,
      limitPerStudent: null,
      currency: null,
      teacherId: null,
      note: 'for Diwali',
    })
  })
})

test('a coupon can be used between its bounds, until it is used up or stopped', () => {
  const coupon = {
    from: null,
    until: null,
    limit: null,
    used: 4,
    stoppedAt: null,
  } as Coupon
  const state = (over: Partial<Coupon>) => stateOf({ ...coupon, ...over }, NOW)
  expect(state({})).toBe('active')
  expect(state({ from: '2026-11-21T09:00:01Z' })).toBe('early')
  expect(state({ from: '2026-11-21T09:00:00Z' })).toBe('active')
  expect(state({ until: '2026-11-21T09:00:00Z' })).toBe('expired')
  expect(state({ until: '2026-11-21T09:00:01Z', limit: 5 })).toBe('active')
  expect(state({ limit: 4 })).toBe('usedUp')
  expect(state({ limit: 4, stoppedAt: '2026-11-20T09:00:00Z' })).toBe('stopped')
})

describe('a difference in the books', () => {
  const told = (over: object) => findingOf({ meaning: 'a rule', subject: 'lot-1', ...over })

  test.each([
    [{ commodity: 'INR', stored: 120_050, ledger: 0 }, '₹1,200.50', '₹0'],
    [{ commodity: 'USD', stored: 2499, ledger: -1 }, '$24.99', '-$0.01'],
    [{ commodity: 'CREDIT', stored: 1, ledger: 2 }, '1 credit', '2 credits'],
    [{ commodity: 'SEAT', stored: 0, ledger: 1 }, '0 seats', '1 seat'],
    [{ commodity: 'EUR', stored: 5, ledger: 6 }, '5 EUR', '6 EUR'],
    [{ rule: 'order_result', commodity: 'INR', stored: 99_900, ledger: -1 }, '₹999', 'nothing'],
  ])('%o is told as amounts', (over, stored, ledger) => {
    expect(told(over)).toMatchObject({ meaning: 'A rule', about: 'lot-1', stored, ledger })
  })

  test('about hours is told as moments', () => {
    const quarter = Date.parse('2026-11-23T09:15:00Z') / 900_000
    expect(told({ commodity: 'QUARTER', stored: quarter, ledger: quarter }).stored).toContain('23 Nov 2026')
  })

  test('of which nearly everything is missing is told all the same', () => {
    expect(findingOf({ rule: 'seats' })).toMatchObject({ meaning: 'Seats', about: null, stored: 'nothing' })
  })
})

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36', 'Chrome on Linux'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/156 Safari/537.36 Edg/156', 'Edge on Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Firefox on macOS',
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1', 'Safari on iPhone'],
  ['Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/156.0 Mobile', 'Chrome on Android'],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['', 'Unknown browser'],
])('%s is %s', (userAgent, words) => {
  expect(browserWords(userAgent)).toBe(words)
})

describe('another password', () => {
  const refused = (current: string, next: string, repeat = next) =>
    Object.entries(passwordErrors({ current, next, repeat }))
      .filter(([, words]) => words !== null)
      .map(([field]) => field)

  test.each([
    ['old secret', 'twelve chars', []],
    ['old secret', 'eleven char', ['next']],
    ['', 'twelve chars', ['current']],
    ['twelve chars', 'twelve chars', ['next']],
    ['old secret', 'a'.repeat(201), ['next']],
    ['old secret', '🪷'.repeat(11), ['next']],
    ['old secret', '🪷'.repeat(200), []],
  ])('from %s to %s is refused in %o', (current, next, fields) => {
    expect(refused(current, next)).toEqual(fields)
  })

  test('is typed twice alike', () => {
    expect(refused('old secret', 'twelve chars', 'twelve charz')).toEqual(['repeat'])
  })
})
