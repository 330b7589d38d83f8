import { call } from './client'
import * as sdk from './gen/sdk.gen'

/** Checks whether a coupon is valid for this student. The discount is in percent. */
export const validateCoupon = (code: string) => call(sdk.validateCoupon({ body: { code } }))
