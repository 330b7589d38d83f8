import { ReasonDialog } from '@/admin/ReasonDialog'
import { type Coupon, stopCoupon } from '@/api/adminCoupons'
import { adminCouponsCopy } from '@/copy/adminCoupons'

const copy = adminCouponsCopy.stopDialog

interface StopCouponProps {
  coupon: Coupon
  onClose: () => void
}

/** Asks before a coupon ends, and why. */
export function StopCoupon({ coupon: { code, used }, onClose }: StopCouponProps) {
  return (
    <ReasonDialog
      title={copy.title(code)}
      happens={`${copy.happens} ${copy.used(used)}`}
      confirm={copy.confirm}
      done={copy.done(code)}
      failed={copy.failed}
      danger
      onConfirm={(reason) => stopCoupon(code, reason)}
      onClose={onClose}
    />
  )
}
