import { ADMIN_ZONE } from '@/admin/adminZone'
import type { AdminCouponRequest } from '@/api/adminCoupons'
import { adminCouponsCopy } from '@/copy/adminCoupons'
import { toInstant } from '@/lib/localDateTime'
import { dayOf, epochMs } from '@/lib/time'

const { errors } = adminCouponsCopy.form
const CODE_PATTERN = /^[A-Z0-9_-]{3,32}$/
const MAX_USES = 1_000_000

/** Form values. Times are in the administrator's zone; an empty value means no limit. */
export interface CouponValues {
  code: string
  percent: number | string
  from: string
  until: string
  limit: number | string
  limitPerStudent: number | string
  currency: string
  teacherId: string | null
  note: string
}

export const emptyCoupon: CouponValues = {
  code: '',
  percent: '',
  from: '',
  until: '',
  limit: '',
  limitPerStudent: '',
  currency: '',
  teacherId: null,
  note: '',
}

/**
 * Validates the form with the server's messages. `today` is the server's day in India; only the
 * server rejects an end earlier on that day, because the browser's clock may be wrong.
 */
export function couponErrors(
  values: CouponValues,
  zone: string,
  today: string,
): Record<string, string | null> {
  return {
    code: CODE_PATTERN.test(normalizedCode(values)) ? null : errors.code,
    percent: isCount(values.percent, 100) ? null : errors.percent,
    from: values.from && !toInstant(values.from, zone) ? errors.moment : null,
    until: untilError(values, zone, today),
    limit: limitError(values.limit),
    limitPerStudent: limitError(values.limitPerStudent),
  }
}

function untilError({ from, until }: CouponValues, zone: string, today: string): string | null {
  if (!until) return null
  const end = toInstant(until, zone)
  const lastDay = dayOf(end, ADMIN_ZONE)
  if (lastDay === null) return errors.moment
  if (from && epochMs(end) <= epochMs(toInstant(from, zone))) return errors.until
  return lastDay < today ? errors.past : null
}

function limitError(limit: number | string): string | null {
  if (limit === '') return null
  if (Number(limit) > MAX_USES) return errors.most
  return isCount(limit, MAX_USES) ? null : errors.limit
}

function isCount(value: number | string, max: number): boolean {
  const count = Number(value)
  return value !== '' && Number.isInteger(count) && count >= 1 && count <= max
}

function normalizedCode({ code }: CouponValues): string {
  return code.trim().toUpperCase()
}

/** The request body. */
export function toCouponRequest(values: CouponValues, zone: string): AdminCouponRequest {
  const toCount = (value: number | string) => (value === '' ? null : Number(value))
  return {
    code: normalizedCode(values),
    percent: Number(values.percent),
    from: toInstant(values.from, zone),
    until: toInstant(values.until, zone),
    limit: toCount(values.limit),
    limitPerStudent: toCount(values.limitPerStudent),
    currency: values.currency || null,
    teacherId: values.teacherId,
    note: values.note.trim(),
  }
}

/** Form field names by the server's field names, where they differ. */
export const COUPON_FIELD_NAMES: Readonly<Record<string, string>> = {
  startsAt: 'from',
  endsAt: 'until',
}
