/**
 * The open order in local storage, with its proof of payment until the server has accepted it. It
 * survives a reload, a closed tab, and a phone that discards the page while the bank's app is open.
 */
import type { PaymentSuccessRequest } from '@/api/types'
import { readStored, store } from '@/lib/browserStorage'

/** A key for each student, because a guardian can pay for two children in two tabs. */
const keyOf = (studentId: string) => `tala.open-order.${studentId}`

interface StoredOrder {
  /** Owner of the order; other users of the browser must not see it. */
  studentId: string
  orderId: string
  proof: PaymentSuccessRequest | null
}

/** Without storage, the order cannot be restored after a reload; the server still knows it. */
export function storeOrder(order: StoredOrder): void {
  store('localStorage', keyOf(order.studentId), order)
}

/** The stored order, or `null` if there is none, it is invalid, or it belongs to another user. */
export function readStoredOrder(studentId: string): StoredOrder | null {
  const stored = readStored('localStorage', keyOf(studentId))
  return isStoredOrder(stored) && stored.studentId === studentId ? stored : null
}

/** Removes this order, but not one that another tab has stored since. */
export function removeStoredOrder(studentId: string, orderId: string): void {
  if (readStoredOrder(studentId)?.orderId === orderId) store('localStorage', keyOf(studentId), null)
}

function isStoredOrder(value: unknown): value is StoredOrder {
  if (typeof value !== 'object' || value === null) return false
  const proof: unknown = Reflect.get(value, 'proof')
  return (
    typeof Reflect.get(value, 'studentId') === 'string' &&
    typeof Reflect.get(value, 'orderId') === 'string' &&
    (proof === null || isProof(proof))
  )
}

function isProof(value: unknown): value is PaymentSuccessRequest {
  if (typeof value !== 'object' || value === null) return false
  return ['order_id', 'payment_id', 'signature'].every((key) => typeof Reflect.get(value, key) === 'string')
}
