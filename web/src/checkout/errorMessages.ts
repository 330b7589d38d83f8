import { type ApiErrorCode, isApiError } from '@/api/error'
import { serverFirstErrorText } from '@/api/errorText'
import type { Order, Quote, Slot } from '@/api/types'
import { checkoutCopy } from '@/copy/checkout'
import { childErrorText } from '@/family/childErrorText'
import type { Purchase, Rejection } from './checkout'

const copy = checkoutCopy.failed

const UNAVAILABLE_SLOT_CODES: ReadonlySet<ApiErrorCode> = new Set<ApiErrorCode>([
  'slot_taken',
  'seat_held',
  'slot_too_soon',
  'slot_too_far',
  'student_busy',
  'invalid_slot',
])
/** Codes with a 5xx status that guarantee that nothing was done. */
const NOTHING_DONE_CODES: ReadonlySet<ApiErrorCode> = new Set<ApiErrorCode>(['payment_unavailable'])

/** Why an order request failed, and what it means for the student. */
export function toRejection(error: unknown, kind: Purchase['kind']): Rejection {
  if (!isApiError(error)) return { kind: 'unknown', message: copy.unknown }
  if (error.code === 'network') return { kind: 'unknown', message: copy.lost }
  const reason = childErrorText(error, '')
  if (NOTHING_DONE_CODES.has(error.code)) return { kind: 'rejected', message: failureMessage(kind, reason) }
  if (error.code === 'unreadable_reply' || error.status >= 500)
    return { kind: 'unknown', message: copy.unknown }
  if (error.code === 'price_changed') return { kind: 'price', message: checkoutCopy.price.changed }
  if (error.code.startsWith('coupon_'))
    return { kind: 'coupon', message: reason || checkoutCopy.coupon.invalidOnOrder }
  return {
    kind: UNAVAILABLE_SLOT_CODES.has(error.code) ? 'unavailable' : 'rejected',
    message: failureMessage(kind, reason),
  }
}

function failureMessage(kind: Purchase['kind'], reason: string): string {
  if (kind === 'package') return reason ? copy.bulkBecause(reason) : copy.bulk
  return reason ? copy.bookingBecause(reason) : copy.booking
}

export type ProofFailure =
  /** The server has the proof and waits for the provider. */
  | { kind: 'pending' }
  /** The server may not have the proof: it is sent again. */
  | { kind: 'unsent' }
  | { kind: 'unverified'; message: string }

/** Why submitting the proof did not confirm the payment. */
export function toProofFailure(error: unknown, kind: Purchase['kind']): ProofFailure {
  if (!isApiError(error)) return { kind: 'unverified', message: copy.verify }
  if (error.code === 'payment_pending') return { kind: 'pending' }
  // A user whose sign-in expired has paid all the same: the proof is kept and submitted after the
  // next sign-in.
  const isAuthError = error.status === 401 || error.status === 403
  if (isAuthError || error.isTransient || error.code === 'unreadable_reply') return { kind: 'unsent' }
  const reason = serverFirstErrorText(error, copy.verification)
  return { kind: 'unverified', message: kind === 'class' ? copy.slotStatus(reason) : reason }
}

/** Extension members of an error response: fresh price, existing order, fresh slots. */
export function extensionsOf(error: unknown): { quote?: Quote; order?: Order; slots?: Slot[] } {
  if (!isApiError(error)) return {}
  const { quote, order, slots } = error.problem
  return {
    ...(quote ? { quote } : {}),
    ...(order ? { order } : {}),
    ...(slots ? { slots } : {}),
  }
}
