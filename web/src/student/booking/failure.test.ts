import { expect, it } from 'vitest'
import { ApiError, type ApiErrorCode } from '@/api/error'
import { explainFailure } from './failure'

const refusal = (status: number, code: ApiErrorCode, detail?: string) =>
  new ApiError(status, code, { detail })

it.each([
  [refusal(0, 'network'), 'lost'],
  [refusal(502, 'unreadable_reply'), 'unknown'],
  [refusal(200, 'unreadable_reply'), 'unknown'],
  [refusal(500, 'internal', 'Something went wrong on our side.'), 'unknown'],
  [refusal(409, 'slot_taken'), 'gone'],
  [refusal(409, 'seat_held'), 'gone'],
  [refusal(409, 'slot_too_soon'), 'gone'],
  [refusal(409, 'slot_too_far'), 'gone'],
  [refusal(409, 'student_busy'), 'gone'],
  [refusal(422, 'invalid_slot'), 'gone'],
  [refusal(409, 'insufficient_credits'), 'credits'],
  [refusal(409, 'credits_expired'), 'credits'],
  [refusal(409, 'cost_mismatch'), 'refused'],
  [refusal(409, 'idempotency_mismatch'), 'refused'],
  [refusal(429, 'too_many_requests'), 'refused'],
  [new TypeError('a fault of our own'), 'unknown'],
])('%s means %s', (error, kind) => {
  expect(explainFailure(error).kind).toBe(kind)
})

it('shows the words of the server, else those of the specification', () => {
  expect(explainFailure(refusal(409, 'slot_taken', 'Just taken.')).message).toBe('Just taken.')
  expect(explainFailure(refusal(418, 'teapot' as ApiErrorCode)).message).toBe(
    'Failed to book class with credits',
  )
})

it('never says that nothing was booked when nobody knows', () => {
  expect(explainFailure(refusal(0, 'network')).message).toMatch(/will not be booked twice/)
  expect(explainFailure(refusal(500, 'internal', 'Nope')).message).toMatch(/will not be booked twice/)
})
