import { expect, it } from 'vitest'
import { ApiError, type ApiErrorCode } from '@/api/error'
import { anOrder, aQuote } from '@/test/moneyBuilders'
import { extensionsOf, toProofFailure, toRejection } from './errorMessages'

const refusal = (status: number, code: ApiErrorCode, detail?: string) =>
  new ApiError(status, code, { detail })

it.each([
  [refusal(0, 'network'), 'unknown'],
  [refusal(502, 'unreadable_reply'), 'unknown'],
  [refusal(500, 'internal', 'Oh no.'), 'unknown'],
  [new TypeError('a fault of our own'), 'unknown'],
  [refusal(503, 'payment_unavailable', 'Nothing was charged.'), 'rejected'],
  [refusal(409, 'price_changed'), 'price'],
  [refusal(422, 'coupon_expired'), 'coupon'],
  [refusal(409, 'coupon_used_up'), 'coupon'],
  [refusal(409, 'seat_held'), 'unavailable'],
  [refusal(409, 'slot_taken'), 'unavailable'],
  [refusal(422, 'amount_too_small'), 'rejected'],
])('%s is %s', (error, kind) => {
  expect(toRejection(error, 'class').kind).toBe(kind)
})

it('order errors use the specification’s text with the server’s reason', () => {
  const message = (error: unknown, kind: 'class' | 'package') => toRejection(error, kind).message
  expect(message(refusal(409, 'seat_held', 'Another student is paying.'), 'class')).toBe(
    'Failed to process booking: Another student is paying.',
  )
  expect(message(refusal(418, 'teapot' as ApiErrorCode), 'class')).toBe('Failed to process booking')
  expect(message(refusal(418, 'teapot' as ApiErrorCode), 'package')).toBe('Failed to process bulk purchase')
})

it('a missing response never counts as an unconfirmed payment', () => {
  expect(toProofFailure(refusal(0, 'network'), 'class')).toEqual({ kind: 'unsent' })
  expect(toProofFailure(refusal(500, 'internal'), 'class')).toEqual({ kind: 'unsent' })
  expect(toProofFailure(refusal(401, 'sign_in_required'), 'class')).toEqual({ kind: 'unsent' })
  expect(toProofFailure(refusal(403, 'role_not_allowed'), 'class')).toEqual({ kind: 'unsent' })
  expect(toProofFailure(refusal(503, 'payment_pending'), 'class')).toEqual({ kind: 'pending' })
})

it.each([
  [
    refusal(422, 'payment_not_verified', 'Bad signature'),
    'class',
    'Failed to update slot status: Bad signature',
  ],
  [refusal(422, 'payment_not_verified'), 'package', 'Payment verification failed'],
  [refusal(422, 'payment_not_verified', 'Bad signature'), 'package', 'Bad signature'],
  [new TypeError('a fault of our own'), 'package', 'Failed to verify payment. Please contact support.'],
] as const)('%s of a %s is %s', (error, kind, message) => {
  expect(toProofFailure(error, kind)).toEqual({ kind: 'unverified', message })
})

it('the price, order and slots of an error response are returned', () => {
  const quote = aQuote()
  const order = anOrder()
  const error = new ApiError(409, 'price_changed', { quote, order, slots: [] })
  expect(extensionsOf(error)).toEqual({ quote, order, slots: [] })
  expect(extensionsOf(refusal(409, 'price_changed'))).toEqual({})
})
