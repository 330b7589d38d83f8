import { errorText } from '@/api/errorText'
import { cancelOrder } from '@/api/orders'
import type { Order } from '@/api/types'
import { checkoutCopy } from '@/copy/checkout'
import type { CheckoutState, OrderRequest, Purchase, Rejection } from './checkout'
import { extensionsOf, toRejection } from './errorMessages'
import { openPaymentWindow } from './paymentWindow'
import { placeOrder } from './requests'
import { type CheckoutOptions, type CheckoutStore, useCheckoutStore } from './useCheckoutStore'
import { useOrderSync } from './useOrderSync'

const copy = checkoutCopy.failed

export interface CheckoutControl {
  state: CheckoutState
  /** Selects a purchase; the price is still to be confirmed. */
  choose: (purchase: Purchase) => void
  /** Creates an order; resolves to the rejection, if any. */
  confirm: (request: OrderRequest, byKeyboard: boolean) => Promise<Rejection | null>
  /** Opens the provider's window for an open order. */
  pay: () => Promise<void>
  /** Closes the provider's window; the order continues. */
  closeWindow: () => void
  release: () => Promise<void>
  /** Resumes an order from a held slot or the list of payments. */
  resume: (orderId: string) => Promise<void>
  /** Fetches the order's state from the server. */
  refresh: () => Promise<void>
  hide: () => void
  show: () => void
  close: () => void
}

/** Runs the checkout: creates, pays, releases and resumes orders. */
export function useCheckout(options: CheckoutOptions): CheckoutControl {
  const store = useCheckoutStore(options)
  const { stateRef, optionsRef, dispatch } = store
  const { refresh, resumeOrder, loadBooking } = useOrderSync(store)
  const openWindow = (order: Order, phone: string) => openPaymentWindow(store, refresh, order, phone)

  const confirm = async (request: OrderRequest, byKeyboard: boolean): Promise<Rejection | null> => {
    const sent = dispatch({ type: 'confirm', request })
    if (sent?.name !== 'confirming' || !sent.request) return null
    store.setByKeyboard(byKeyboard)
    const { purchase } = sent
    try {
      const placed = await placeOrder(purchase, sent.request, store.buyer)
      const next = dispatch({ type: 'ordered', isNew: true, ...placed })
      if (next?.name === 'paying') await openWindow(next.order, sent.request.phone)
      return null
    } catch (error) {
      return rejectOrder(store, error, purchase, sent.request)
    }
  }

  const pay = async () => {
    const next = dispatch({ type: 'open' })
    if (next?.name === 'paying') await openWindow(next.order, '')
  }

  const resume = async (orderId: string) => {
    const current = stateRef.current
    if ((current.name === 'paying' || current.name === 'verifying') && current.order._id === orderId) {
      dispatch({ type: 'show' })
      return
    }
    await resumeOrder(orderId, null).catch((error: unknown) =>
      optionsRef.current.notify(errorText(error, copy.order), 'error'),
    )
  }

  const release = async () => {
    const next = dispatch({ type: 'release' })
    if (next?.name !== 'paying') return
    const { attempted } = next
    const { _id, purpose } = next.order
    try {
      const order = await cancelOrder(_id)
      const after = dispatch({ type: 'orderUpdated', order, booking: await loadBooking(order, null) })
      if (after?.name !== 'failed' || order.state !== 'cancelled') return
      dispatch({ type: 'close' })
      const { released, releasedOpen } = checkoutCopy.held
      optionsRef.current.notify((attempted ? releasedOpen : released)[purpose], 'success')
    } catch (error) {
      dispatch({ type: 'releaseFailed', message: errorText(error, copy.release) })
      await refresh()
    }
  }

  return {
    state: store.state,
    choose: (purchase) => dispatch({ type: 'choose', purchase }),
    confirm,
    pay,
    closeWindow: () => store.closeWindowRef.current(),
    release,
    resume,
    refresh,
    hide: () => dispatch({ type: 'hide' }),
    show: () => dispatch({ type: 'show' }),
    close: () => dispatch({ type: 'close' }),
  }
}

/** Applies an error response. Returns the rejection, or `null` if the order exists. */
function rejectOrder(
  { dispatch, optionsRef }: CheckoutStore,
  error: unknown,
  purchase: Purchase,
  request: OrderRequest,
): Rejection | null {
  const { quote, order, slots } = extensionsOf(error)
  if (order) {
    dispatch({ type: 'ordered', isNew: false, order })
    return null
  }
  const { onPriceChanged, onSlots, onChanged } = optionsRef.current
  if (quote) onPriceChanged(request, purchase, quote)
  if (slots) onSlots(slots)
  const rejection = toRejection(error, purchase.kind)
  if (rejection.kind === 'unavailable' && !slots) onChanged()
  dispatch({ type: 'rejected', rejection })
  return rejection
}
