import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import {
  bulkPurchase as bulkPurchaseCall,
  createBookingAlias,
  paymentSuccessBulk as paymentSuccessBulkCall,
  paymentSuccess as paymentSuccessCall,
  quote as quoteCall,
} from './gen/sdk.gen'
import type { BulkPurchase, CreateBooking, PaymentSuccessRequest, QuoteRequest } from './gen/types.gen'
import { keys } from './keys'

/** What a class or a package costs now. Asked anew whenever somebody looks: the server alone makes prices (D19). */
export const quoteQuery = (body: QuoteRequest) =>
  queryOptions({
    queryKey: keys.quote(body),
    queryFn: async ({ signal }) => (await call(quoteCall({ body, signal }))).quote,
  })

/** Makes an order for one class and holds its seat (D23). Sent twice, it is one order. */
export const createBooking = (body: CreateBooking) => call(createBookingAlias({ body }))

/** Makes an order for a package. Sent twice, it is one order. */
export const bulkPurchase = (body: BulkPurchase) => call(bulkPurchaseCall({ body }))

/** Hands on the provider's word that a class was paid. May be repeated: a payment is confirmed once. */
export const paymentSuccess = (body: PaymentSuccessRequest) => call(paymentSuccessCall({ body }))

/** The same for a package. */
export const paymentSuccessBulk = (body: PaymentSuccessRequest) => call(paymentSuccessBulkCall({ body }))
