/**
 * The order that is being paid, kept where it survives a reload, a closed tab and a phone that throws the page away
 * while its bank's app is in front. With it, until the server has had it, the provider's word that it was paid.
 */
import type { PaymentProof } from '@/api/types'

const KEY = 'tala.open-order'

interface StoredOrder {
  /** Whose it is: the next person at this browser must not meet it. */
  studentId: string
  orderId: string
  proof: PaymentProof | null
}

export function rememberOrder(order: StoredOrder): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(order))
  } catch {
    // A browser without storage only loses the way back after a reload; the server still knows the order.
  }
}

/** `null` when there is none, when it cannot be read, or when it belongs to another person. */
export function recallOrder(studentId: string): StoredOrder | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    return isStored(stored) && stored.studentId === studentId ? stored : null
  } catch {
    return null
  }
}

/** Forgets this order, and no other that was begun meanwhile in another tab. */
export function forgetOrder(studentId: string, orderId: string): void {
  if (recallOrder(studentId)?.orderId !== orderId) return
  try {
    localStorage.removeItem(KEY)
  } catch {
    // As above.
  }
}

function isStored(value: unknown): value is StoredOrder {
  if (typeof value !== 'object' || value === null) return false
  const proof: unknown = Reflect.get(value, 'proof')
  return (
    typeof Reflect.get(value, 'studentId') === 'string' &&
    typeof Reflect.get(value, 'orderId') === 'string' &&
    (proof === null || isProof(proof))
  )
}

function isProof(value: unknown): value is PaymentProof {
  if (typeof value !== 'object' || value === null) return false
  return ['order_id', 'payment_id', 'signature'].every((key) => typeof Reflect.get(value, key) === 'string')
}
