import { call } from './client'
import { client } from './gen/client.gen'
import * as sdk from './gen/purchases/sdk.gen'

/** Checks whether a coupon is valid for this student. The discount is in percent. */
export const validateCoupon = (code: string) => call(sdk.validateCoupon({ client, body: { code } }))
