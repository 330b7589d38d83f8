import { expect, it } from 'vitest'
import { ApiError, type ApiErrorCode } from '@/api/error'
import { toFailure } from './failure'

const apiError = (status: number, code: ApiErrorCode, detail?: string) =>
  new ApiError(status, code, { detail })

it.each([
  [apiError(0, 'network'), 'lost'],
  [apiError(502, 'unreadable_reply'), 'unknown'],
  [apiError(200, 'unreadable_reply'), 'unknown'],
  [apiError(500, 'internal', 'Something went wrong on our side.'), 'unknown'],
  [apiError(409, 'slot_taken'), 'unavailable'],
  [apiError(409, 'seat_held'), 'unavailable'],
  [apiError(409, 'slot_too_soon'), 'unavailable'],
  [apiError(409, 'slot_too_far'), 'unavailable'],
  [apiError(409, 'student_busy'), 'unavailable'],
  [apiError(422, 'invalid_slot'), 'unavailable'],
  [apiError(409, 'insufficient_credits'), 'credits'],
  [apiError(409, 'credits_expired'), 'credits'],
  [apiError(409, 'cost_mismatch'), 'rejected'],
  [apiError(409, 'idempotency_mismatch'), 'rejected'],
  [apiError(429, 'too_many_requests'), 'rejected'],
  [new TypeError('a fault of our own'), 'unknown'],
])('%s is %s', (error, kind) => {
  expect(toFailure(error).kind).toBe(kind)
})

it('the server’s message is shown, else the specification’s text', () => {
  expect(toFailure(apiError(409, 'slot_taken', 'Just taken.')).message).toBe('Just taken.')
  expect(toFailure(apiError(418, 'teapot' as ApiErrorCode)).message).toBe('Failed to book class with credits')
})

it('an unknown outcome is never reported as not booked', () => {
  expect(toFailure(apiError(0, 'network')).message).toMatch(/won’t be booked twice/)
  expect(toFailure(apiError(500, 'internal', 'Nope')).message).toMatch(/won’t be booked twice/)
})
