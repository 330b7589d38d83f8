/**
 * State machine of paying for a class or a package:
 * choosing → confirming → paying → verifying → done or failed.
 *
 * Pure: no network, clock or provider. From `paying` on the order exists on the server, and only
 * the server changes its state: a closed window, a failed attempt or a lost connection never ends
 * an order.
 */
import type { Booking, Order, PackageSize, PaymentSuccessRequest, Quote, Slot } from '@/api/types'

export type Purchase = { kind: 'class'; slot: Slot } | { kind: 'package'; size: PackageSize }

/** The request that creates an order. Sent again unchanged while its outcome is unknown. */
export interface OrderRequest {
  quote: Quote
  coupon: string | null
  phone: string
}

/** Why no order was created. */
export type Rejection =
  /** The price has changed; the new one is shown. */
  | { kind: 'price'; message: string }
  /** The coupon is no longer valid. */
  | { kind: 'coupon'; message: string }
  /** The seat is not available. */
  | { kind: 'unavailable'; message: string }
  /** Rejected for another reason; no order was created. */
  | { kind: 'rejected'; message: string }
  /** No complete response: the order may exist. */
  | { kind: 'unknown'; message: string }

/** The provider's window. `starting` is the first time, right after the order was created. */
export type PayWindow = 'starting' | 'opening' | 'open' | 'closed'

export interface Confirming {
  name: 'confirming'
  purchase: Purchase
  sending: boolean
  request: OrderRequest | null
  rejection: Rejection | null
  /** An earlier payment that is still being verified; shown again when this purchase is cancelled. */
  pendingPayment: Verifying | null
}

export interface Paying {
  name: 'paying'
  order: Order
  window: PayWindow
  /** Error of the last attempt; none while the bank has not answered. */
  notice: string | null
  /** The last attempt was declined, so the question is only whether anything was charged. */
  declined: boolean
  /** The bank has not answered one of the attempts and may still take the money. */
  unanswered?: boolean
  /** The window was open, here or possibly elsewhere: a payment may still arrive. */
  attempted: boolean
  /** The window was closed, and the server is being polled for the outcome. */
  checking: boolean
  releasing: boolean
  /** The dialog is closed; the order continues. */
  hidden: boolean
}

export interface Verifying {
  name: 'verifying'
  order: Order
  /** The provider's proof of payment until the server has accepted it. */
  proof: PaymentSuccessRequest | null
  hidden: boolean
}

export interface Failed {
  name: 'failed'
  order: Order
  /** Why the payment could not be confirmed; `null` if the order's state says it. */
  message: string | null
}

export type CheckoutState =
  | { name: 'choosing' }
  | Confirming
  | Paying
  | Verifying
  | { name: 'done'; order: Order; booking: Booking | null }
  | Failed

export type CheckoutEvent =
  | { type: 'choose'; purchase: Purchase }
  | { type: 'confirm'; request: OrderRequest }
  | { type: 'rejected'; rejection: Rejection }
  /** An order exists: new (`isNew`), or an existing one that was found. */
  | {
      type: 'ordered'
      order: Order
      isNew: boolean
      proof?: PaymentSuccessRequest | null
      booking?: Booking | null
    }
  | { type: 'open' }
  | { type: 'opened' }
  | { type: 'attemptFailed'; message: string | null; failure: 'declined' | 'unanswered' }
  | { type: 'windowClosed'; message?: string }
  /** Polling after the window was closed has ended. */
  | { type: 'pollingEnded' }
  /** The provider reports this order as paid. */
  | { type: 'paid'; orderId: string; proof: PaymentSuccessRequest }
  /** The server has the proof but cannot confirm the payment yet. */
  | { type: 'proofAccepted' }
  /** The server rejected the proof. */
  | { type: 'unverified'; message: string }
  /** The order's state was fetched from the server. */
  | { type: 'orderUpdated'; order: Order; booking?: Booking | null }
  | { type: 'release' }
  | { type: 'releaseFailed'; message: string }
  | { type: 'hide' }
  | { type: 'show' }
  | { type: 'close' }

export const initialCheckoutState: CheckoutState = { name: 'choosing' }

/** Whether an order may exist on the server without the client knowing. */
export function isOutcomeUnknown(state: CheckoutState): boolean {
  return state.name === 'confirming' && state.rejection?.kind === 'unknown'
}

/** Whether the dialog with the price is still open. */
export function isPlacingOrder(state: CheckoutState): boolean {
  return state.name === 'confirming' || (state.name === 'paying' && state.window === 'starting')
}

/** Whether a payment is in progress, so that no other purchase may start. */
export function isPaymentInProgress(state: CheckoutState): boolean {
  switch (state.name) {
    case 'confirming':
      return state.sending
    case 'paying':
      return state.window !== 'closed' || state.releasing
    // A bank may take days to answer. A payment that the server knows about and whose dialog is
    // closed does not block other purchases.
    case 'verifying':
      return !state.hidden || state.proof !== null
    default:
      return false
  }
}

/** Returns the next state. An event that does not apply to the current state changes nothing. */
export function checkoutReducer(state: CheckoutState, event: CheckoutEvent): CheckoutState {
  switch (event.type) {
    case 'choose':
      return isPaymentInProgress(state) || state.name === 'paying'
        ? state
        : startConfirming(event.purchase, pendingPaymentOf(state))
    case 'confirm':
      return sendRequest(state, event)
    case 'rejected':
      return state.name === 'confirming' && state.sending
        ? { ...state, sending: false, rejection: event.rejection }
        : state
    case 'ordered':
      return applyOrder(state, event)
    case 'orderUpdated':
      return 'order' in state && state.order._id === event.order._id ? applyServerState(state, event) : state
    case 'unverified':
      return state.name === 'verifying'
        ? { name: 'failed', order: state.order, message: event.message }
        : state
    case 'paid':
      return applyProof(state, event)
    case 'proofAccepted':
      return state.name === 'verifying' && state.proof ? { ...state, proof: null } : state
    case 'close':
      return isPaymentInProgress(state) || state.name === 'paying'
        ? state
        : (pendingPaymentOf(state) ?? initialCheckoutState)
    default:
      return state.name === 'paying' || state.name === 'verifying' ? reduceOpenOrder(state, event) : state
  }
}

function startConfirming(purchase: Purchase, pendingPayment: Verifying | null): Confirming {
  return { name: 'confirming', purchase, sending: false, request: null, rejection: null, pendingPayment }
}

function pendingPaymentOf(state: CheckoutState): Verifying | null {
  if (state.name === 'confirming') return state.pendingPayment
  return state.name === 'verifying' ? state : null
}

/** While the outcome of a request is unknown, the same request is sent again: it is idempotent. */
function sendRequest(state: CheckoutState, event: CheckoutEvent & { type: 'confirm' }): CheckoutState {
  if (state.name !== 'confirming' || state.sending || state.rejection?.kind === 'unavailable') return state
  const isRetry = isOutcomeUnknown(state) && state.request !== null
  return { ...state, sending: true, rejection: null, request: isRetry ? state.request : event.request }
}

const INITIAL_PAYING = { notice: null, declined: false, checking: false, releasing: false, hidden: false }

function applyOrder(state: CheckoutState, event: CheckoutEvent & { type: 'ordered' }): CheckoutState {
  const { order, isNew, proof = null, booking = null } = event
  if (!isNew && 'order' in state && state.order._id === order._id)
    return applyServerState(state, { type: 'orderUpdated', order, booking })
  if (
    isNew
      ? !(state.name === 'confirming' && state.sending)
      : isPaymentInProgress(state) && state.name !== 'confirming'
  )
    return state
  if (isUnpaid(order) && !proof) {
    const window = isNew ? 'starting' : 'closed'
    const attempted = !isNew && order.orderId !== null
    return { name: 'paying', order, window, attempted, ...INITIAL_PAYING }
  }
  return stateOfOrder({ name: 'verifying', order, proof, hidden: false }, order, booking)
}

/** Nothing has been paid as far as the server knows. */
function isUnpaid({ state }: Order): boolean {
  return state === 'open' || state === 'preparing'
}

/** Applies the server's state of the order. */
function applyServerState(
  state: Extract<CheckoutState, { order: Order }>,
  { order, booking = null }: CheckoutEvent & { type: 'orderUpdated' },
): CheckoutState {
  if (state.name === 'done') return state
  // A reported payment never goes back to paying: the server may not know it yet.
  if (isUnpaid(order)) return state.name === 'failed' ? state : { ...state, order }
  return stateOfOrder(state, order, booking)
}

function stateOfOrder(
  state: Paying | Verifying | Failed,
  order: Order,
  booking: Booking | null,
): CheckoutState {
  switch (order.state) {
    case 'booked':
    case 'credited':
      return { name: 'done', order, booking }
    case 'expired':
    case 'cancelled':
    case 'refunding':
    case 'refunded':
    case 'failed':
      return { name: 'failed', order, message: null }
    default: {
      if (state.name === 'verifying') return { ...state, order }
      return { name: 'verifying', order, proof: null, hidden: state.name === 'paying' && state.hidden }
    }
  }
}

/** Also after the server has ended the order: the window was still open, and late payments count. */
function applyProof(
  state: CheckoutState,
  { orderId, proof }: CheckoutEvent & { type: 'paid' },
): CheckoutState {
  if ((state.name !== 'paying' && state.name !== 'failed') || state.order._id !== orderId) return state
  return { name: 'verifying', order: state.order, proof, hidden: false }
}

function reduceOpenOrder(state: Paying | Verifying, event: CheckoutEvent): CheckoutState {
  if (event.type === 'hide') return state.hidden ? state : { ...state, hidden: true }
  if (event.type === 'show') return state.hidden ? { ...state, hidden: false } : state
  if (state.name === 'verifying') return state
  switch (event.type) {
    case 'open':
      return state.window === 'closed' && !state.releasing && !state.checking
        ? { ...state, window: 'opening', notice: null, declined: false, hidden: false }
        : state
    case 'opened':
      return state.window === 'opening' || state.window === 'starting'
        ? { ...state, window: 'open', attempted: true }
        : state
    case 'attemptFailed':
      return { ...state, [event.failure]: true, notice: state.unanswered ? null : event.message }
    case 'windowClosed':
      return state.window === 'closed'
        ? state
        : {
            ...state,
            window: 'closed',
            checking: state.window === 'open',
            notice: state.unanswered ? null : (event.message ?? state.notice),
          }
    case 'pollingEnded':
      return state.checking ? { ...state, checking: false } : state
    case 'release':
      return state.window === 'closed' && !state.releasing
        ? { ...state, releasing: true, notice: null }
        : state
    case 'releaseFailed':
      return state.releasing ? { ...state, releasing: false, notice: event.message } : state
    default:
      return state
  }
}
