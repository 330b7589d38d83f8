import type { Order } from '@/api/types'
import { checkoutCopy } from '@/copy/checkout'
import { orderLabel } from './orderLabel'
import { type AttemptError, loadProvider, openProvider } from './provider'
import { confirmPayment } from './requests'
import type { CheckoutStore } from './useCheckoutStore'

const copy = checkoutCopy.failed

/** Opens the provider's window for an order and dispatches what happens in it. */
export async function openPaymentWindow(
  { stateRef, optionsRef, buyer, closeWindowRef, dispatch }: CheckoutStore,
  refresh: () => Promise<void>,
  order: Order,
  phone: string,
): Promise<void> {
  const isCurrent = () => stateRef.current.name === 'paying' && stateRef.current.order._id === order._id
  try {
    const Provider = await loadProvider(optionsRef.current.payments?.checkoutScript ?? '')
    if (!isCurrent() || !dispatch({ type: 'opened' })) return
    const payer = {
      ...buyer,
      phone: phone || buyer.phone,
      productName: optionsRef.current.productName,
      description: orderLabel(order),
    }
    closeWindowRef.current = openProvider(Provider, order, payer, {
      onPaid: (proof) => {
        if (dispatch({ type: 'paid', orderId: order._id, proof })) void refresh()
        // The order is no longer shown, but the server must get the proof.
        else void confirmPayment(order, proof).catch(() => null)
      },
      onAttemptFailed: (error) =>
        dispatch({
          type: 'attemptFailed',
          ...(isUnanswered(error)
            ? { message: null, failure: 'unanswered' }
            : { message: copy.payment(attemptReason(error)), failure: 'declined' }),
        }),
      // A payment may be in progress in the bank's app after the window was closed.
      onDismissed: () => dispatch({ type: 'windowClosed' }) && void refresh(),
    })
  } catch {
    if (isCurrent()) dispatch({ type: 'windowClosed', message: copy.script })
  }
}

/** Errors at the bank or the provider: the bank may still take the money. */
const UNANSWERED_CODES: ReadonlySet<string> = new Set(['GATEWAY_ERROR', 'SERVER_ERROR'])

/** Whether the result is unknown. A student who leaves the bank's page has not paid. */
function isUnanswered({ code = '', reason }: AttemptError): boolean {
  return reason === 'payment_timed_out' || (reason !== 'payment_cancelled' && UNANSWERED_CODES.has(code))
}

/** The reason in the language of the page; the provider's sentence only for unknown codes. */
function attemptReason({ reason = '', description }: AttemptError): string {
  return copy.reasons[reason] || description || copy.noReason
}
