import { call } from './client'
import { validateCoupon as validateCouponCall } from './gen/sdk.gen'

/** Whether a coupon is good for this student; the discount comes in percent. */
export const validateCoupon = (code: string) => call(validateCouponCall({ body: { code } }))
