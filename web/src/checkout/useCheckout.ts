import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { isApiError } from '@/api/error'
import { errorText } from '@/api/errorText'
import { getOrder, releaseOrder } from '@/api/orders'
import type { Booking, Order, PaymentProof, PaymentsConfig, Quote, Slot } from '@/api/types'
import { checkoutCopy } from '@/copy/checkout'
import {
  type CheckoutEvent,
  type CheckoutState,
  choosing,
  isEarly,
  nextState,
  type OrderRequest,
  type Purchase,
  type Refusal,
} from './checkout'
import { describe } from './describe'
import { brought, explainProof, explainRefusal } from './explain'
import { loadProvider, openProvider } from './provider'
import { type Buyer, confirmPayment, placeOrder } from './requests'
import { forgetOrder, recallOrder, rememberOrder } from './storedOrder'
import { useOrderWatch, type Watch } from './useOrderWatch'

const copy = checkoutCopy.failed

export interface CheckoutParts {
  buyer: Buyer
  payments: PaymentsConfig | null
  productName: string
  /** Reads the booking that an order became. */
  findBooking: (bookingId: string) => Promise<Booking | null>
  /** It is paid and delivered. */
  onDone: (order: Order, booking: Booking | null, byKeyboard: boolean) => void
  /** What was on the table has become an order; the dialog before it may go. */
  onPlaced: () => void
  /** Something changed that lists show: a seat was held, let go, or sold. */
  onChanged: () => void
  /** A refusal brought the fresh price. */
  onPriced: (request: OrderRequest, purchase: Purchase, quote: Quote) => void
  onSlots: (slots: Slot[]) => void
  tell: (message: string, kind: 'error' | 'success') => void
}

export interface CheckoutControl {
  state: CheckoutState
  /** Puts something on the table; the price is still to be agreed to. */
  choose: (purchase: Purchase) => void
  /** Asks for an order; resolves to what stands in the way, if anything does. */
  confirm: (request: OrderRequest, byKeyboard: boolean) => Promise<Refusal | null>
  /** Opens the provider's window for an order that waits. */
  pay: () => Promise<void>
  release: () => Promise<void>
  /** Takes up an order again, from a held slot or the list of payments. */
  resume: (orderId: string) => Promise<void>
  /** Asks the server how the order stands. */
  ask: () => Promise<void>
  hide: () => void
  show: () => void
  close: () => void
}

/** Drives the checkout: sends requests, opens the provider's window, remembers the open order and asks after it. */
export function useCheckout(parts: CheckoutParts): CheckoutControl {
  const [state, setState] = useState<CheckoutState>(choosing)
  // The state as of this instant: a second press within the same frame must not see the one before.
  const current = useRef<CheckoutState>(state)
  const byKeyboard = useRef(false)
  const asking = useRef(false)
  const { buyer } = parts
  // A payment outlives the drawing in which it began: what follows it goes by the page as it is then.
  const around = useRef(parts)
  useLayoutEffect(() => {
    around.current = parts
  })

  const dispatch = (event: CheckoutEvent): CheckoutState | null => {
    const before = current.current
    const next = nextState(before, event)
    if (next === before) return null
    current.current = next
    setState(next)
    remember(before, next)
    if (isEarly(before) && 'order' in next && !isEarly(next)) around.current.onPlaced()
    if (next.name === 'done') around.current.onDone(next.order, next.booking, byKeyboard.current)
    else if (standing(before) !== standing(next) || (next.name !== before.name && 'order' in next))
      around.current.onChanged()
    return next
  }

  const remember = (before: CheckoutState, next: CheckoutState) => {
    if (next.name === 'paying' || next.name === 'verifying') {
      const proof = next.name === 'verifying' ? next.proof : null
      rememberOrder({ studentId: buyer.id, orderId: next.order._id, proof })
    } else if ('order' in before) forgetOrder(buyer.id, before.order._id)
    if (next.name === 'done' || next.name === 'failed') forgetOrder(buyer.id, next.order._id)
  }

  /** Brings the booking along where the order has become one. */
  const withBooking = async (order: Order, booking: Booking | null): Promise<Booking | null> => {
    if (booking || order.state !== 'booked' || !order.bookingId) return booking
    return around.current.findBooking(order.bookingId).catch(() => null)
  }

  const confirm = async (request: OrderRequest, keyboard: boolean): Promise<Refusal | null> => {
    const sent = dispatch({ type: 'confirm', request })
    if (sent?.name !== 'confirming' || !sent.request) return null
    byKeyboard.current = keyboard
    const { purchase } = sent
    try {
      const placed = await placeOrder(purchase, sent.request, buyer)
      const next = dispatch({ type: 'ordered', fresh: true, ...placed })
      if (next?.name === 'paying') await openWindow(next.order, sent.request.phone)
      return null
    } catch (error) {
      const { quote, order, slots } = brought(error)
      if (order) {
        dispatch({ type: 'ordered', fresh: false, order })
        return null
      }
      if (quote) around.current.onPriced(sent.request, purchase, quote)
      if (slots) around.current.onSlots(slots)
      const refusal = explainRefusal(error, purchase.kind)
      if (refusal.kind === 'gone' && !slots) around.current.onChanged()
      dispatch({ type: 'refused', refusal })
      return refusal
    }
  }

  const openWindow = async (order: Order, phone: string) => {
    const mine = () => current.current.name === 'paying' && current.current.order._id === order._id
    try {
      const Provider = await loadProvider(around.current.payments?.checkoutScript ?? '')
      if (!mine() || !dispatch({ type: 'opened' })) return
      openProvider(
        Provider,
        order,
        {
          ...buyer,
          phone: phone || buyer.phone,
          productName: around.current.productName,
          description: describe(order),
        },
        {
          onPaid: (proof) => {
            if (dispatch({ type: 'paid', orderId: order._id, proof })) void ask()
            // Nobody looks at this order any more; the server has to know all the same.
            else void confirmPayment(order, proof).catch(() => null)
          },
          onAttemptFailed: (reason) =>
            dispatch({ type: 'attemptFailed', message: copy.payment(reason || copy.noReason) }),
          // A payment may be under way in the bank's app though the window is gone.
          onDismissed: () => dispatch({ type: 'windowClosed' }) && void ask(),
        },
      )
    } catch {
      if (mine()) dispatch({ type: 'windowClosed', message: copy.script })
    }
  }

  const pay = async () => {
    const next = dispatch({ type: 'open' })
    if (next?.name === 'paying') await openWindow(next.order, '')
  }

  const ask = async () => {
    const now = current.current
    if (asking.current || (now.name !== 'paying' && now.name !== 'verifying')) return
    asking.current = true
    try {
      if (now.name === 'verifying' && now.proof) await handOn(now.order, now.proof)
      else await listen(now.order._id)
    } finally {
      asking.current = false
    }
  }

  const handOn = async (order: Order, proof: PaymentProof) => {
    try {
      const reply = await confirmPayment(order, proof)
      dispatch({ type: 'told', order: reply.order, booking: await withBooking(reply.order, reply.booking) })
      dispatch({ type: 'handedOn' })
    } catch (error) {
      const refusal = explainProof(error, order.purpose)
      if (refusal.kind === 'pending') dispatch({ type: 'handedOn' })
      if (refusal.kind === 'unverified') dispatch({ type: 'unverified', message: refusal.message })
    }
  }

  /** No answer changes nothing; it is asked again. */
  const listen = async (id: string) => {
    const order = await getOrder(id).catch(() => null)
    if (order) dispatch({ type: 'told', order, booking: await withBooking(order, null) })
  }

  const takeUp = async (id: string, proof: PaymentProof | null): Promise<void> => {
    const order = await getOrder(id)
    const booking = await withBooking(order, null)
    const next = dispatch({
      type: 'ordered',
      fresh: false,
      order,
      booking,
      proof: paid(order) ? null : proof,
    })
    if (next?.name === 'verifying' && next.proof) await ask()
  }

  const resume = async (orderId: string) => {
    const now = current.current
    if ((now.name === 'paying' || now.name === 'verifying') && now.order._id === orderId) {
      dispatch({ type: 'show' })
      return
    }
    await takeUp(orderId, null).catch((error: unknown) =>
      around.current.tell(errorText(error, copy.order), 'error'),
    )
  }

  const release = async () => {
    const next = dispatch({ type: 'release' })
    if (next?.name !== 'paying') return
    const { attempted } = next
    const { _id, purpose } = next.order
    try {
      const order = await releaseOrder(_id)
      const after = dispatch({ type: 'told', order, booking: await withBooking(order, null) })
      if (after?.name !== 'failed' || order.state !== 'cancelled') return
      dispatch({ type: 'close' })
      const { released, releasedOpen } = checkoutCopy.held
      around.current.tell((attempted ? releasedOpen : released)[purpose], 'success')
    } catch (error) {
      dispatch({ type: 'releaseFailed', message: errorText(error, copy.release) })
      await ask()
    }
  }

  const takeUpStored = useEffectEvent(() => {
    const stored = recallOrder(buyer.id)
    if (!stored || current.current.name !== 'choosing') return
    takeUp(stored.orderId, stored.proof).catch((error: unknown) => {
      if (isApiError(error) && error.status === 404) forgetOrder(buyer.id, stored.orderId)
    })
  })
  useEffect(() => {
    takeUpStored()
    window.addEventListener('online', takeUpStored)
    return () => window.removeEventListener('online', takeUpStored)
  }, [])

  useOrderWatch(watchOf(state), 'order' in state ? state.order._id : null, ask, () =>
    dispatch({ type: 'asked' }),
  )

  return {
    state,
    choose: (purchase) => dispatch({ type: 'choose', purchase }),
    confirm,
    pay,
    release,
    resume,
    ask,
    hide: () => dispatch({ type: 'hide' }),
    show: () => dispatch({ type: 'show' }),
    close: () => dispatch({ type: 'close' }),
  }
}

/** How the order stands, as lists show it. */
function standing(state: CheckoutState): string | null {
  return 'order' in state ? state.order.state : null
}

function watchOf(state: CheckoutState): Watch {
  if (state.name === 'verifying') return 'verifying'
  if (state.name !== 'paying' || state.window !== 'closed') return null
  return state.asking ? 'asking' : 'waiting'
}

/** Whether the server has heard of the payment already, so that the provider's word adds nothing. */
function paid(order: Order): boolean {
  return order.state !== 'open' && order.state !== 'expired' && order.state !== 'cancelled'
}
