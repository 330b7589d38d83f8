import { type ApiErrorCode, isApiError } from '@/api/error'
import { studentCopy } from '@/copy/student'
import { childErrorText } from '@/family/childErrorText'
import type { Failure } from './booking'

const copy = studentCopy.booking

const UNAVAILABLE_SLOT_CODES: ReadonlySet<ApiErrorCode> = new Set<ApiErrorCode>([
  'slot_taken',
  'seat_held',
  'slot_too_soon',
  'slot_too_far',
  'student_busy',
  'invalid_slot',
])
const CREDIT_CODES: ReadonlySet<ApiErrorCode> = new Set<ApiErrorCode>([
  'insufficient_credits',
  'credits_expired',
])

/**
 * Converts an error to a failure. The server's message comes first (SPEC §8); without a complete
 * response, our text explains what that means.
 */
export function toFailure(error: unknown): Failure {
  if (!isApiError(error)) return { kind: 'unknown', message: copy.unknown }
  if (error.code === 'network') return { kind: 'lost', message: copy.lost }
  if (error.code === 'unreadable_reply' || error.status >= 500)
    return { kind: 'unknown', message: copy.unknown }
  const message = childErrorText(error, copy.failed)
  if (UNAVAILABLE_SLOT_CODES.has(error.code)) return { kind: 'unavailable', message }
  if (CREDIT_CODES.has(error.code)) return { kind: 'credits', message }
  return { kind: 'rejected', message }
}
