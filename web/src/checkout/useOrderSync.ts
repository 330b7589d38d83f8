import { useEffect, useEffectEvent, useRef } from 'react'
import { isApiError } from '@/api/error'
import { getOrder } from '@/api/orders'
import type { Booking, Order, PaymentSuccessRequest } from '@/api/types'
import type { CheckoutState } from './checkout'
import { toProofFailure } from './errorMessages'
import { confirmPayment } from './requests'
import { readStoredOrder, removeStoredOrder } from './storedOrder'
import type { CheckoutStore } from './useCheckoutStore'
import { type PollingMode, useOrderPolling } from './useOrderPolling'

interface OrderSync {
  /** Fetches the order's state, or submits the proof if the server does not have it yet. */
  refresh: () => Promise<void>
  /** Resumes an existing order. Rejects if it cannot be fetched. */
  resumeOrder: (orderId: string, proof: PaymentSuccessRequest | null) => Promise<void>
  /** The booking of the order, if it has become one. */
  loadBooking: (order: Order, booking: Booking | null) => Promise<Booking | null>
}

/** Keeps the open order in sync with the server: polls it, submits proofs and resumes the stored order. */
export function useOrderSync(store: CheckoutStore): OrderSync {
  const { state, stateRef, optionsRef, dispatch } = store
  const isRefreshing = useRef(false)

  const loadBooking = async (order: Order, booking: Booking | null): Promise<Booking | null> => {
    if (booking || order.state !== 'booked' || !order.bookingId) return booking
    return optionsRef.current.findBooking(order.bookingId).catch(() => null)
  }

  const submitProof = async (order: Order, proof: PaymentSuccessRequest) => {
    try {
      const reply = await confirmPayment(order, proof)
      const booking = await loadBooking(reply.order, reply.booking)
      dispatch({ type: 'orderUpdated', order: reply.order, booking })
      dispatch({ type: 'proofAccepted' })
    } catch (error) {
      const failure = toProofFailure(error, order.purpose)
      if (failure.kind === 'pending') dispatch({ type: 'proofAccepted' })
      if (failure.kind === 'unverified') dispatch({ type: 'unverified', message: failure.message })
    }
  }

  /** A failed request changes nothing; polling repeats it. */
  const fetchOrder = async (id: string) => {
    const order = await getOrder(id).catch(() => null)
    if (order) dispatch({ type: 'orderUpdated', order, booking: await loadBooking(order, null) })
  }

  const refresh = async () => {
    const current = stateRef.current
    if (isRefreshing.current || (current.name !== 'paying' && current.name !== 'verifying')) return
    isRefreshing.current = true
    try {
      if (current.name === 'verifying' && current.proof) await submitProof(current.order, current.proof)
      else await fetchOrder(current.order._id)
    } finally {
      isRefreshing.current = false
    }
  }

  const resumeOrder = async (orderId: string, proof: PaymentSuccessRequest | null) => {
    const order = await getOrder(orderId)
    const booking = await loadBooking(order, null)
    const missingProof = isPaymentKnown(order) ? null : proof
    const next = dispatch({ type: 'ordered', isNew: false, order, booking, proof: missingProof })
    if (next?.name === 'verifying' && next.proof) await refresh()
  }

  useStoredOrder(store, resumeOrder)
  useOrderPolling(pollingModeOf(state), 'order' in state ? state.order._id : null, refresh, () =>
    dispatch({ type: 'pollingEnded' }),
  )
  return { refresh, resumeOrder, loadBooking }
}

/** Resumes the stored order when the page opens, and again when the network returns. */
function useStoredOrder({ stateRef, buyer }: CheckoutStore, resumeOrder: OrderSync['resumeOrder']): void {
  const resumeStoredOrder = useEffectEvent(() => {
    const stored = readStoredOrder(buyer.id)
    if (!stored || stateRef.current.name !== 'choosing') return
    resumeOrder(stored.orderId, stored.proof).catch((error: unknown) => {
      if (isApiError(error) && error.status === 404) removeStoredOrder(buyer.id, stored.orderId)
    })
  })
  useEffect(() => {
    resumeStoredOrder()
    window.addEventListener('online', resumeStoredOrder)
    return () => window.removeEventListener('online', resumeStoredOrder)
  }, [])
}

function pollingModeOf(state: CheckoutState): PollingMode {
  if (state.name === 'verifying') return 'verifying'
  if (state.name !== 'paying' || state.window !== 'closed') return null
  return state.checking ? 'windowClosed' : 'waiting'
}

/** Whether the server knows the payment, so that the proof adds nothing. */
function isPaymentKnown(order: Order): boolean {
  return order.state !== 'open' && order.state !== 'expired' && order.state !== 'cancelled'
}
