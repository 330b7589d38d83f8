/** What a refused or unanswered call about money means for the person who is paying. */
import { type ApiErrorCode, isApiError } from '@/api/error'
import { serverText } from '@/api/errorText'
import type { Order, Quote, Slot } from '@/api/types'
import { checkoutCopy } from '@/copy/checkout'
import type { Purchase, Refusal } from './checkout'

const copy = checkoutCopy.failed

const GONE: ReadonlySet<ApiErrorCode> = new Set<ApiErrorCode>([
  'slot_taken',
  'seat_held',
  'slot_too_soon',
  'slot_too_far',
  'student_busy',
  'invalid_slot',
])
/** Refusals that look like faults by their status, but say that nothing was done. */
const SETTLED: ReadonlySet<ApiErrorCode> = new Set<ApiErrorCode>(['payment_unavailable'])

/** Why no order came about. */
export function explainRefusal(error: unknown, kind: Purchase['kind']): Refusal {
  if (!isApiError(error)) return { kind: 'unsettled', message: copy.unknown }
  if (error.code === 'network') return { kind: 'unsettled', message: copy.lost }
  const reason = serverText(error, '')
  if (SETTLED.has(error.code)) return { kind: 'refused', message: because(kind, reason) }
  if (error.code === 'unreadable_reply' || error.status >= 500)
    return { kind: 'unsettled', message: copy.unknown }
  if (error.code === 'price_changed') return { kind: 'price', message: checkoutCopy.price.changed }
  if (error.code.startsWith('coupon_'))
    return { kind: 'coupon', message: reason || checkoutCopy.coupon.invalidOnOrder }
  return { kind: GONE.has(error.code) ? 'gone' : 'refused', message: because(kind, reason) }
}

function because(kind: Purchase['kind'], reason: string): string {
  if (kind === 'package') return reason ? copy.bulkBecause(reason) : copy.bulk
  return reason ? copy.bookingBecause(reason) : copy.booking
}

export type ProofRefusal =
  /** The server has it, and waits for the provider. */
  | { kind: 'pending' }
  /** Nobody knows whether the server has it: it is handed on again. */
  | { kind: 'unsent' }
  | { kind: 'unverified'; message: string }

/** Why the provider's word did not confirm the payment at once. */
export function explainProof(error: unknown, kind: Purchase['kind']): ProofRefusal {
  if (!isApiError(error)) return { kind: 'unverified', message: copy.verify }
  if (error.code === 'payment_pending') return { kind: 'pending' }
  // Whoever is not signed in any more has paid all the same: the word is kept, and handed on after signing in.
  const stranger = error.status === 401 || error.status === 403
  if (stranger || error.isTransient || error.code === 'unreadable_reply') return { kind: 'unsent' }
  const reason = serverText(error, copy.verification)
  return { kind: 'unverified', message: kind === 'class' ? copy.slotStatus(reason) : reason }
}

/** What a refusal brings along beside its words. */
export function brought(error: unknown): { quote?: Quote; order?: Order; slots?: Slot[] } {
  if (!isApiError(error)) return {}
  const { quote, order, slots } = error.problem
  return {
    ...(quote ? { quote } : {}),
    ...(order ? { order } : {}),
    ...(slots ? { slots } : {}),
  }
}
