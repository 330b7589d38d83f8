import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import { client } from './gen/client.gen'
import * as sdk from './gen/purchases/sdk.gen'
import type { BulkPurchase, CreateBooking, PaymentSuccessRequest, QuoteRequest } from './gen/types.gen'
import { keys } from './keys'

/**
 * The current price of a class or package. Never cached for long: only the server calculates prices
 * (D19).
 */
export const quoteQuery = (body: QuoteRequest) =>
  queryOptions({
    queryKey: keys.quote(body),
    queryFn: async ({ signal }) => (await call(sdk.createQuote({ client, body, signal }))).quote,
  })

/** Creates an order for one class and holds its seat (D23). Idempotent. */
export const createBooking = (body: CreateBooking) => call(sdk.createBookingUnderApi({ client, body }))

/** Creates an order for a package. Idempotent. */
export const bulkPurchase = (body: BulkPurchase) => call(sdk.purchasePackage({ client, body }))

/** Submits the payment provider's proof that a class was paid. Idempotent. */
export const paymentSuccess = (body: PaymentSuccessRequest) => call(sdk.confirmClassPayment({ client, body }))

/** Submits the payment provider's proof that a package was paid. Idempotent. */
export const paymentSuccessBulk = (body: PaymentSuccessRequest) =>
  call(sdk.confirmPackagePayment({ client, body }))
