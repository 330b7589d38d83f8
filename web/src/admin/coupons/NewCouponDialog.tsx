import { useForm } from '@mantine/form'
import { ActionDialog } from '@/admin/ActionDialog'
import { useAdminMutation } from '@/admin/useAdminMutation'
import { useAdminToday } from '@/admin/useAdminToday'
import { addCoupon } from '@/api/adminCoupons'
import { adminCouponsCopy } from '@/copy/adminCoupons'
import { displayZone } from '@/lib/time'
import { toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import { CouponFields } from './CouponFields'
import {
  COUPON_FIELD_NAMES,
  type CouponValues,
  couponErrors,
  emptyCoupon,
  toCouponRequest,
} from './couponForm'

const copy = adminCouponsCopy.form

/** Dialog that creates a coupon (D20). */
export function NewCouponDialog({ onClose }: { onClose: () => void }) {
  const zone = displayZone()
  const today = useAdminToday()
  const form = useForm<CouponValues>({
    initialValues: emptyCoupon,
    validate: (values) => couponErrors(values, zone, today),
  })
  const adding = useAdminMutation((values: CouponValues) => addCoupon(toCouponRequest(values, zone)), {
    onSuccess: ({ code }) => {
      toastSuccess(copy.done(code))
      onClose()
    },
    onError: ({ fieldErrors }) => {
      const fields = Object.entries(fieldErrors).map(([field, message]) => [
        COUPON_FIELD_NAMES[field] ?? field,
        message,
      ])
      form.setErrors(Object.fromEntries(fields))
      focusFirstError()
    },
  })
  const focusFirstError = useFocusFirstError(adding.isPending)
  return (
    <ActionDialog
      title={copy.title}
      description={copy.happens}
      confirmLabel={copy.confirm}
      failureMessage={copy.failed}
      action={adding}
      onSubmit={form.onSubmit(adding.send, focusFirstError)}
      onClose={onClose}
      size="lg"
    >
      <CouponFields form={form} zone={zone} />
    </ActionDialog>
  )
}
