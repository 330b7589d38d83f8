import { expect, it } from 'vitest'
import { ApiError, type ApiErrorCode } from '@/api/error'
import { anOrder, aQuote } from '@/test/moneyBuilders'
import { brought, explainProof, explainRefusal } from './explain'

const refusal = (status: number, code: ApiErrorCode, detail?: string) =>
  new ApiError(status, code, { detail })

it.each([
  [refusal(0, 'network'), 'unsettled'],
  [refusal(502, 'unreadable_reply'), 'unsettled'],
  [refusal(500, 'internal', 'Oh no.'), 'unsettled'],
  [new TypeError('a fault of our own'), 'unsettled'],
  [refusal(503, 'payment_unavailable', 'Nothing was charged.'), 'refused'],
  [refusal(409, 'price_changed'), 'price'],
  [refusal(422, 'coupon_expired'), 'coupon'],
  [refusal(409, 'coupon_used_up'), 'coupon'],
  [refusal(409, 'seat_held'), 'gone'],
  [refusal(409, 'slot_taken'), 'gone'],
  [refusal(422, 'amount_too_small'), 'refused'],
])('%s: %s', (error, kind) => {
  expect(explainRefusal(error, 'class').kind).toBe(kind)
})

it('tells a failure in the words of the specification, with the reason of the server', () => {
  const words = (error: unknown, kind: 'class' | 'package') => explainRefusal(error, kind).message
  expect(words(refusal(409, 'seat_held', 'Somebody is paying.'), 'class')).toBe(
    'Failed to process booking: Somebody is paying.',
  )
  expect(words(refusal(418, 'teapot' as ApiErrorCode), 'class')).toBe('Failed to process booking')
  expect(words(refusal(418, 'teapot' as ApiErrorCode), 'package')).toBe('Failed to process bulk purchase')
})

it('never takes a payment for unconfirmed when no answer came', () => {
  expect(explainProof(refusal(0, 'network'), 'class')).toEqual({ kind: 'unsent' })
  expect(explainProof(refusal(500, 'internal'), 'class')).toEqual({ kind: 'unsent' })
  expect(explainProof(refusal(401, 'sign_in_required'), 'class')).toEqual({ kind: 'unsent' })
  expect(explainProof(refusal(403, 'role_not_allowed'), 'class')).toEqual({ kind: 'unsent' })
  expect(explainProof(refusal(503, 'payment_pending'), 'class')).toEqual({ kind: 'pending' })
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
] as const)('%s of a %s: %s', (error, kind, message) => {
  expect(explainProof(error, kind)).toEqual({ kind: 'unverified', message })
})

it('finds the fresh price, the earlier order and the free slots that a refusal brings', () => {
  const quote = aQuote()
  const order = anOrder()
  const error = new ApiError(409, 'price_changed', { quote, order, slots: [] })
  expect(brought(error)).toEqual({ quote, order, slots: [] })
  expect(brought(refusal(409, 'price_changed'))).toEqual({})
})
