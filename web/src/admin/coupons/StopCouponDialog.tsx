import { ReasonDialog } from '@/admin/ReasonDialog'
import { type AdminCoupon, deactivateCoupon } from '@/api/adminCoupons'
import { adminCouponsCopy } from '@/copy/adminCoupons'

const copy = adminCouponsCopy.stopDialog

interface StopCouponDialogProps {
  coupon: AdminCoupon
  onClose: () => void
}

/** Stops a coupon; asks for a reason. */
export function StopCouponDialog({ coupon: { code, used }, onClose }: StopCouponDialogProps) {
  return (
    <ReasonDialog
      title={copy.title(code)}
      description={`${copy.happens} ${copy.used(used)}`}
      confirmLabel={copy.confirm}
      successMessage={copy.done(code)}
      failureMessage={copy.failed}
      isDestructive
      onConfirm={(reason) => deactivateCoupon(code, reason)}
      onClose={onClose}
    />
  )
}
