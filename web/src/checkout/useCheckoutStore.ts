import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Booking, Order, PaymentsConfig, Quote, Slot } from '@/api/types'
import {
  type CheckoutEvent,
  type CheckoutState,
  checkoutReducer,
  initialCheckoutState,
  isPlacingOrder,
  type OrderRequest,
  type Purchase,
} from './checkout'
import type { Buyer } from './requests'
import { removeStoredOrder, storeOrder } from './storedOrder'

export interface CheckoutOptions {
  buyer: Buyer
  payments: PaymentsConfig | null
  productName: string
  /** Fetches the booking that an order became. */
  findBooking: (bookingId: string) => Promise<Booking | null>
  /** The purchase is paid and delivered. */
  onDone: (order: Order, booking: Booking | null, byKeyboard: boolean) => void
  /** The order was created; the dialog before it may close. */
  onPlaced: () => void
  /** Lists must be refetched: a seat was held, released or sold. */
  onChanged: () => void
  /** An error response contained a new price. */
  onPriceChanged: (request: OrderRequest, purchase: Purchase, quote: Quote) => void
  onSlots: (slots: Slot[]) => void
  notify: (message: string, kind: 'error' | 'success') => void
}

export interface CheckoutStore {
  /** The state of this render. */
  state: CheckoutState
  /** The current state: a second press in the same frame must not see the previous one. */
  stateRef: Readonly<RefObject<CheckoutState>>
  /** The latest options: a payment outlives the render in which it started. */
  optionsRef: Readonly<RefObject<CheckoutOptions>>
  buyer: Buyer
  /** Closes the provider's window that was opened last. */
  closeWindowRef: RefObject<() => void>
  /** Stores whether the purchase was confirmed by keyboard or screen reader, for `onDone`. */
  setByKeyboard: (byKeyboard: boolean) => void
  /** Applies an event. Returns the new state, or `null` if nothing changed. */
  dispatch: (event: CheckoutEvent) => CheckoutState | null
}

/** Holds the state of the checkout, stores the open order, and calls back when the order changes. */
export function useCheckoutStore(options: CheckoutOptions): CheckoutStore {
  const [state, setState] = useState<CheckoutState>(initialCheckoutState)
  const stateRef = useRef<CheckoutState>(state)
  const byKeyboardRef = useRef(false)
  const optionsRef = useRef(options)
  const closeWindowRef = useRef<() => void>(() => undefined)
  const { buyer } = options
  useLayoutEffect(() => {
    optionsRef.current = options
  })

  const dispatch = (event: CheckoutEvent): CheckoutState | null => {
    const before = stateRef.current
    const next = checkoutReducer(before, event)
    if (next === before) return null
    stateRef.current = next
    setState(next)
    persist(buyer.id, before, next)
    const { onPlaced, onDone, onChanged } = optionsRef.current
    if (isPlacingOrder(before) && 'order' in next && !isPlacingOrder(next)) onPlaced()
    if (next.name === 'done') onDone(next.order, next.booking, byKeyboardRef.current)
    else if (orderState(before) !== orderState(next) || (next.name !== before.name && 'order' in next))
      onChanged()
    return next
  }

  const setByKeyboard = (byKeyboard: boolean) => {
    byKeyboardRef.current = byKeyboard
  }
  return { state, stateRef, optionsRef, buyer, closeWindowRef, setByKeyboard, dispatch }
}

function persist(studentId: string, before: CheckoutState, next: CheckoutState): void {
  if (next.name === 'paying' || next.name === 'verifying') {
    const proof = next.name === 'verifying' ? next.proof : null
    storeOrder({ studentId, orderId: next.order._id, proof })
  } else if ('order' in before) removeStoredOrder(studentId, before.order._id)
  if (next.name === 'done' || next.name === 'failed') removeStoredOrder(studentId, next.order._id)
}

/** The server's state of the order, which lists show. */
function orderState(state: CheckoutState): string | null {
  return 'order' in state ? state.order.state : null
}
