import { call } from './client'
import { validateCoupon as validateCouponCall } from './gen/sdk.gen'

/** Checks whether a coupon is valid for this student. The discount is in percent. */
export const validateCoupon = (code: string) => call(validateCouponCall({ body: { code } }))
