// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AdminCoupon } from '@/api/adminCoupons'
import { setClock } from '@/lib/clock'
import { browserLabel } from './account/browserLabel'
import { passwordErrors } from './account/passwordForm'
import { type CouponValues, couponErrors, emptyCoupon, toCouponRequest } from './coupons/couponForm'
import { couponStateOf } from './coupons/couponState'
import { toFinding } from './ledger/finding'

const NOW = Date.parse('2026-11-21T09:00:00Z')
const ZONE = 'Asia/Kolkata'
const TODAY = '2026-11-21'

beforeEach(() => setClock(() => NOW))
afterEach(() => setClock())

const couponValues = (overrides: Partial<CouponValues>): CouponValues => ({
  ...emptyCoupon,
  code: 'diwali',
  percent: 20,
  ...overrides,
})

function invalidFields(overrides: Partial<CouponValues>): string[] {
  const errors = Object.entries(couponErrors(couponValues(overrides), ZONE, TODAY))
  return errors.filter(([, label]) => label !== null).map(([field]) => field)
}

describe('new coupon', () => {
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
    [{ until: '2026-11-20T23:59' }, ['until']],
    [{ until: '2026-11-21T00:00' }, []],
    [{ from: '2026-02-30' }, ['from']],
  ] as const)('%o has errors in %o', (overrides, fields) => {
    expect(invalidFields(overrides)).toEqual(fields)
  })

  test('is sent in capitals, with its bounds as instants and null for empty fields', () => {
    expect(
      toCouponRequest(couponValues({ from: '2026-11-22T10:00', limit: 50, note: ' for Diwali ' }), ZONE),
    ).toEqual({
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

test('a coupon is active between its bounds until it is used up or stopped', () => {
  const coupon = {
    from: null,
    until: null,
    limit: null,
    used: 4,
    stoppedAt: null,
  } as AdminCoupon
  const state = (overrides: Partial<AdminCoupon>) => couponStateOf({ ...coupon, ...overrides }, NOW)
  expect(state({})).toBe('active')
  expect(state({ from: '2026-11-21T09:00:01Z' })).toBe('early')
  expect(state({ from: '2026-11-21T09:00:00Z' })).toBe('active')
  expect(state({ until: '2026-11-21T09:00:00Z' })).toBe('expired')
  expect(state({ until: '2026-11-21T09:00:01Z', limit: 5 })).toBe('active')
  expect(state({ limit: 4 })).toBe('usedUp')
  expect(state({ limit: 4, stoppedAt: '2026-11-20T09:00:00Z' })).toBe('stopped')
})

describe('ledger finding', () => {
  const describeFinding = (overrides: object) =>
    toFinding({ meaning: 'a rule', subject: 'lot-1', ...overrides })

  test.each([
    [{ commodity: 'INR', stored: 120_050, ledger: 0 }, '₹1,200.50', '₹0'],
    [{ commodity: 'USD', stored: 2499, ledger: -1 }, '$24.99', '-$0.01'],
    [{ commodity: 'CREDIT', stored: 1, ledger: 2 }, '1 credit', '2 credits'],
    [{ commodity: 'SEAT', stored: 0, ledger: 1 }, '0 seats', '1 seat'],
    [{ commodity: 'EUR', stored: 5, ledger: 6 }, '5 EUR', '6 EUR'],
    [{ rule: 'order_result', commodity: 'INR', stored: 99_900, ledger: -1 }, '₹999', 'nothing'],
  ])('%o is shown as amounts', (overrides, stored, ledger) => {
    expect(describeFinding(overrides)).toMatchObject({ meaning: 'A rule', about: 'lot-1', stored, ledger })
  })

  test('about hours is shown as times', () => {
    const quarter = Date.parse('2026-11-23T09:15:00Z') / 900_000
    expect(describeFinding({ commodity: 'QUARTER', stored: quarter, ledger: quarter }).stored).toContain(
      '23 Nov 2026',
    )
  })

  test('with missing members is shown', () => {
    expect(toFinding({ rule: 'seats' })).toMatchObject({ meaning: 'Seats', about: null, stored: 'nothing' })
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
])('%s is %s', (userAgent, label) => {
  expect(browserLabel(userAgent)).toBe(label)
})

describe('new password', () => {
  const refused = (current: string, next: string, repeat = next) =>
    Object.entries(passwordErrors({ current, next, repeat }))
      .filter(([, label]) => label !== null)
      .map(([field]) => field)

  test.each([
    ['old secret', 'twelve chars', []],
    ['old secret', 'eleven char', ['next']],
    ['', 'twelve chars', ['current']],
    ['twelve chars', 'twelve chars', ['next']],
    ['old secret', 'a'.repeat(201), ['next']],
    ['old secret', '🪷'.repeat(11), ['next']],
    ['old secret', '🪷'.repeat(200), []],
  ])('from %s to %s has errors in %o', (current, next, fields) => {
    expect(refused(current, next)).toEqual(fields)
  })

  test('must be repeated exactly', () => {
    expect(refused('old secret', 'twelve chars', 'twelve charz')).toEqual(['repeat'])
  })
})
