import type { NewCoupon } from '@/api/adminCoupons'
import { adminCouponsCopy } from '@/copy/adminCoupons'
import { clock, epochMs } from '@/lib/time'
import { instantAt } from '@/lib/wall'

const { errors } = adminCouponsCopy.form
const CODE = /^[A-Z0-9_-]{3,32}$/
const MOST_USES = 1_000_000

/** What is typed; moments stand on the administrator's own clock, and what is empty is no bound. */
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

/** The sentences of the server, before anything is sent. */
export function couponErrors(values: CouponValues, zone: string): Record<string, string | null> {
  return {
    code: CODE.test(codeOf(values)) ? null : errors.code,
    percent: isCount(values.percent, 100) ? null : errors.percent,
    from: values.from && !instantAt(values.from, zone) ? errors.moment : null,
    until: untilError(values, zone),
    limit: limitError(values.limit),
    limitPerStudent: limitError(values.limitPerStudent),
  }
}

function untilError({ from, until }: CouponValues, zone: string): string | null {
  if (!until) return null
  const end = epochMs(instantAt(until, zone))
  if (Number.isNaN(end)) return errors.moment
  if (from && end <= epochMs(instantAt(from, zone))) return errors.until
  return end <= clock.now() ? errors.past : null
}

function limitError(limit: number | string): string | null {
  if (limit === '') return null
  if (Number(limit) > MOST_USES) return errors.most
  return isCount(limit, MOST_USES) ? null : errors.limit
}

function isCount(value: number | string, most: number): boolean {
  const count = Number(value)
  return value !== '' && Number.isInteger(count) && count >= 1 && count <= most
}

function codeOf({ code }: CouponValues): string {
  return code.trim().toUpperCase()
}

/** What is sent of it. */
export function toCoupon(values: CouponValues, zone: string): NewCoupon {
  const count = (value: number | string) => (value === '' ? null : Number(value))
  return {
    code: codeOf(values),
    percent: Number(values.percent),
    from: instantAt(values.from, zone),
    until: instantAt(values.until, zone),
    limit: count(values.limit),
    limitPerStudent: count(values.limitPerStudent),
    currency: values.currency || null,
    teacherId: values.teacherId,
    note: values.note.trim(),
  }
}

/** Fields of the form by the server's names of them, where those differ. */
export const FIELDS: Readonly<Record<string, string>> = {
  startsAt: 'from',
  endsAt: 'until',
  teacher: 'teacherId',
  email: 'teacherId',
}
