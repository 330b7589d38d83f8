import type { AdminCoupon } from '@/api/adminCoupons'
import type { adminCouponsCopy } from '@/copy/adminCoupons'
import { epochMs } from '@/lib/time'

export type CouponState = keyof typeof adminCouponsCopy.states

/** Whether a coupon can be used now, and if not, why. */
export function couponStateOf(coupon: AdminCoupon, now: number): CouponState {
  const { stoppedAt, from, until, limit, used } = coupon
  if (stoppedAt) return 'stopped'
  if (epochMs(until) <= now) return 'expired'
  if (limit !== null && used >= limit) return 'usedUp'
  return epochMs(from) > now ? 'early' : 'active'
}
