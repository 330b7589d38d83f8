/**
 * Paying for a class or a package, as a named state machine: choosing → confirming → paying → verifying → done | failed.
 *
 * It holds no network, no clock and no provider. From `paying` on there is an order on the server, and only the
 * server's word moves it on: a closed window, a failed attempt or a lost connection never ends an order.
 */
import type { Booking, Order, PackageSize, PaymentProof, Quote, Slot } from '@/api/types'

export type Purchase = { kind: 'class'; slot: Slot } | { kind: 'package'; size: PackageSize }

/** What goes out when an order is made. It rests while nobody knows whether the server acted on it. */
export interface OrderRequest {
  quote: Quote
  coupon: string | null
  phone: string
}

/** What keeps an order from coming about. */
export type Refusal =
  /** The price is another one now; the fresh one is on view. */
  | { kind: 'price'; message: string }
  /** The coupon cannot be used any more. */
  | { kind: 'coupon'; message: string }
  /** The seat cannot be had, now or at all. */
  | { kind: 'gone'; message: string }
  /** Refused for another reason; nothing was made. */
  | { kind: 'refused'; message: string }
  /** No whole answer came: the order may exist. */
  | { kind: 'unsettled'; message: string }

/** The provider's window: `starting` is the first time, straight after the order was made. */
export type PayWindow = 'starting' | 'opening' | 'open' | 'closed'

export interface Confirming {
  name: 'confirming'
  purchase: Purchase
  sending: boolean
  request: OrderRequest | null
  refusal: Refusal | null
  /** An earlier payment that is still being checked, and comes back into sight when this is left. */
  aside: Verifying | null
}

export interface Paying {
  name: 'paying'
  order: Order
  window: PayWindow
  /** What went wrong with the last attempt, for the student to read. */
  notice: string | null
  /** The window was open, here or perhaps elsewhere: what was begun in it may still be paid. */
  attempted: boolean
  /** The window has just gone, and the server is being asked what came of it. */
  asking: boolean
  releasing: boolean
  /** The dialog is out of the way; the order goes on. */
  hidden: boolean
}

export interface Verifying {
  name: 'verifying'
  order: Order
  /** The provider's word, while the server has not had it. */
  proof: PaymentProof | null
  hidden: boolean
}

export interface Failed {
  name: 'failed'
  order: Order
  /** Why the payment could not be confirmed; `null` where the order's own state says everything. */
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
  | { type: 'refused'; refusal: Refusal }
  /** An order is there: made just now (`fresh`), or found again. */
  | { type: 'ordered'; order: Order; fresh: boolean; proof?: PaymentProof | null; booking?: Booking | null }
  | { type: 'open' }
  | { type: 'opened' }
  | { type: 'attemptFailed'; message: string }
  | { type: 'windowClosed'; message?: string }
  /** The server was asked often enough after the window had gone. */
  | { type: 'asked' }
  /** The provider says that this order was paid. */
  | { type: 'paid'; orderId: string; proof: PaymentProof }
  /** The server has the provider's word, and cannot say more yet. */
  | { type: 'handedOn' }
  /** The server does not believe the provider's word. */
  | { type: 'unverified'; message: string }
  /** The server was asked how the order stands. */
  | { type: 'told'; order: Order; booking?: Booking | null }
  | { type: 'release' }
  | { type: 'releaseFailed'; message: string }
  | { type: 'hide' }
  | { type: 'show' }
  | { type: 'close' }

export const choosing: CheckoutState = { name: 'choosing' }

/** Whether the server may have made an order without our knowing. */
export function isUnsettled(state: CheckoutState): boolean {
  return state.name === 'confirming' && state.refusal?.kind === 'unsettled'
}

/** Whether the dialog in which the price was agreed to is still the one on view. */
export function isEarly(state: CheckoutState): boolean {
  return state.name === 'confirming' || (state.name === 'paying' && state.window === 'starting')
}

/** Whether an order hangs in the air: being paid, or just paid, so that no other purchase may begin. */
export function isBusy(state: CheckoutState): boolean {
  switch (state.name) {
    case 'confirming':
      return state.sending
    case 'paying':
      return state.window !== 'closed' || state.releasing
    // A bank may take days to answer. What the server has been told, and the student has put aside, holds up nothing else.
    case 'verifying':
      return !state.hidden || state.proof !== null
    default:
      return false
  }
}

/** The next state; an event that has no meaning in the present state changes nothing. */
export function nextState(state: CheckoutState, event: CheckoutEvent): CheckoutState {
  switch (event.type) {
    case 'choose':
      return isBusy(state) || state.name === 'paying' ? state : confirming(event, asideOf(state))
    case 'confirm':
      return confirm(state, event)
    case 'refused':
      return state.name === 'confirming' && state.sending
        ? { ...state, sending: false, refusal: event.refusal }
        : state
    case 'ordered':
      return ordered(state, event)
    case 'told':
      return 'order' in state && state.order._id === event.order._id ? told(state, event) : state
    case 'unverified':
      return state.name === 'verifying'
        ? { name: 'failed', order: state.order, message: event.message }
        : state
    case 'paid':
      return paid(state, event)
    case 'handedOn':
      return state.name === 'verifying' && state.proof ? { ...state, proof: null } : state
    case 'close':
      return isBusy(state) || state.name === 'paying' ? state : (asideOf(state) ?? choosing)
    default:
      return state.name === 'paying' || state.name === 'verifying' ? underway(state, event) : state
  }
}

function confirming({ purchase }: CheckoutEvent & { type: 'choose' }, aside: Verifying | null): Confirming {
  return { name: 'confirming', purchase, sending: false, request: null, refusal: null, aside }
}

function asideOf(state: CheckoutState): Verifying | null {
  if (state.name === 'confirming') return state.aside
  return state.name === 'verifying' ? state : null
}

/** As long as nobody knows whether the server acted, the same request goes out again: sent twice, it is one order. */
function confirm(state: CheckoutState, event: CheckoutEvent & { type: 'confirm' }): CheckoutState {
  if (state.name !== 'confirming' || state.sending || state.refusal?.kind === 'gone') return state
  const again = isUnsettled(state) && state.request !== null
  return { ...state, sending: true, refusal: null, request: again ? state.request : event.request }
}

function ordered(state: CheckoutState, event: CheckoutEvent & { type: 'ordered' }): CheckoutState {
  const { order, fresh, proof = null, booking = null } = event
  if (!fresh && 'order' in state && state.order._id === order._id)
    return told(state, { type: 'told', order, booking })
  if (fresh ? !(state.name === 'confirming' && state.sending) : isBusy(state) && state.name !== 'confirming')
    return state
  if (isUnpaid(order) && !proof) {
    const window = fresh ? 'starting' : 'closed'
    const attempted = !fresh && order.orderId !== null
    return {
      name: 'paying',
      order,
      window,
      notice: null,
      attempted,
      asking: false,
      releasing: false,
      hidden: false,
    }
  }
  return settled({ name: 'verifying', order, proof, hidden: false }, order, booking)
}

/** Nothing of it has been paid yet, as far as the server knows. */
function isUnpaid({ state }: Order): boolean {
  return state === 'open' || state === 'preparing'
}

/** The server's word on an order that we know. */
function told(
  state: Extract<CheckoutState, { order: Order }>,
  { order, booking = null }: CheckoutEvent & { type: 'told' },
): CheckoutState {
  if (state.name === 'done') return state
  // What was reported paid never goes back to paying: the server may only not know it yet.
  if (isUnpaid(order)) return state.name === 'failed' ? state : { ...state, order }
  return settled(state, order, booking)
}

function settled(state: Paying | Verifying | Failed, order: Order, booking: Booking | null): CheckoutState {
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

/** Also after the server has called the order over: the window was open until now, and late money counts. */
function paid(state: CheckoutState, { orderId, proof }: CheckoutEvent & { type: 'paid' }): CheckoutState {
  if ((state.name !== 'paying' && state.name !== 'failed') || state.order._id !== orderId) return state
  return { name: 'verifying', order: state.order, proof, hidden: false }
}

function underway(state: Paying | Verifying, event: CheckoutEvent): CheckoutState {
  if (event.type === 'hide') return state.hidden ? state : { ...state, hidden: true }
  if (event.type === 'show') return state.hidden ? { ...state, hidden: false } : state
  if (state.name === 'verifying') return state
  switch (event.type) {
    case 'open':
      return state.window === 'closed' && !state.releasing && !state.asking
        ? { ...state, window: 'opening', notice: null, hidden: false }
        : state
    case 'opened':
      return state.window === 'opening' || state.window === 'starting'
        ? { ...state, window: 'open', attempted: true }
        : state
    case 'attemptFailed':
      return { ...state, notice: event.message }
    case 'windowClosed':
      return state.window === 'closed'
        ? state
        : {
            ...state,
            window: 'closed',
            asking: state.window === 'open',
            notice: event.message ?? state.notice,
          }
    case 'asked':
      return state.asking ? { ...state, asking: false } : state
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
