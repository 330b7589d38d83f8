/** What a refused or unanswered booking request means for the dialog. */
import { type ApiErrorCode, isApiError } from '@/api/error'
import { serverText } from '@/api/errorText'
import { studentCopy } from '@/copy/student'
import type { Failure } from './booking'

const copy = studentCopy.booking

const GONE: ReadonlySet<ApiErrorCode> = new Set<ApiErrorCode>([
  'slot_taken',
  'seat_held',
  'slot_too_soon',
  'slot_too_far',
  'student_busy',
  'invalid_slot',
])
const CREDITS: ReadonlySet<ApiErrorCode> = new Set<ApiErrorCode>(['insufficient_credits', 'credits_expired'])

/** The server's own words come first (SPEC §8); where no whole answer came, ours say what that means. */
export function explainFailure(error: unknown): Failure {
  if (!isApiError(error)) return { kind: 'unknown', message: copy.unknown }
  if (error.code === 'network') return { kind: 'lost', message: copy.lost }
  if (error.code === 'unreadable_reply' || error.status >= 500)
    return { kind: 'unknown', message: copy.unknown }
  const message = serverText(error, copy.failed)
  if (GONE.has(error.code)) return { kind: 'gone', message }
  if (CREDITS.has(error.code)) return { kind: 'credits', message }
  return { kind: 'refused', message }
}
