import { Alert, Button } from '@mantine/core'
import type { Order, OrderState } from '@/api/types'
import { checkoutCopy } from '@/copy/checkout'
import { childSectionsCopy } from '@/copy/studentChildSections'
import { currentChild } from '@/family/childName'
import { TextLink } from '@/ui/TextLink'
import classes from './Checkout.module.css'
import { CheckoutPanel } from './CheckoutPanel'
import type { Failed } from './checkout'
import { refundText } from './refundText'

const copy = checkoutCopy.ended

interface EndedPanelProps {
  state: Failed
  supportEmail: string | null
  onRetry: () => void
}

/** An order that ended without a class or credits: the reason, and where the money is. */
export function EndedPanel({ state, supportEmail, onRetry }: EndedPanelProps) {
  const { order, message } = state
  return (
    <CheckoutPanel
      title={titleOf(state)}
      seed={order._id}
      actions={<Button onClick={onRetry}>{copy.again[order.purpose]}</Button>}
    >
      {message ? (
        <>
          <Alert color="red" role="alert" mb="md">
            {message}
          </Alert>
          <p className={classes.lead}>
            {copy.unverified.hint}{' '}
            {supportEmail && <TextLink href={`mailto:${supportEmail}`}>{supportEmail}</TextLink>}
          </p>
        </>
      ) : (
        messagesOf(order).map((sentence) => (
          <p key={sentence} className={classes.lead}>
            {sentence}
          </p>
        ))
      )}
    </CheckoutPanel>
  )
}

function titleOf({ order, message }: Failed): string {
  if (message) return copy.unverified.title
  if (isClassCancelled(order)) {
    return currentChild() ? childSectionsCopy.checkout.cancelledByTeacher : copy.classCancelled.title
  }
  if (isCancelledByStudent(order)) return copy.cancelled.title
  if (isUnpaidEnd(order.state)) return copy[order.state].title
  // A refund that was only started has not arrived yet (D36).
  const isRefunded = order.state === 'refunded' && order.refunds.every(({ state }) => state === 'done')
  return isRefunded ? copy.returned.title.refunded : copy.returned.title.refunding
}

function messagesOf(order: Order): string[] {
  if (isClassCancelled(order)) return [copy.classCancelled.text]
  if (isCancelledByStudent(order)) return [copy.orderCancelled[order.purpose]]
  if (isUnpaidEnd(order.state)) return [copy[order.state][order.purpose]]
  const reasons: Readonly<Record<string, string>> = copy.returned.reasons
  const child = currentChild()
  const reason =
    order.reason === 'order_cancelled'
      ? copy.returned.orderCancelled[order.purpose]
      : child && order.reason === 'student_busy'
        ? childSectionsCopy.checkout.busy(child)
        : (reasons[order.reason ?? ''] ?? copy.returned.other)
  const back = order.refunds.length > 0 ? order.refunds.map(refundText) : [fullRefundText(order)]
  return [reason, ...back]
}

/** The teacher cancelled the class before the order was paid. */
function isClassCancelled({ state, reason }: Order): boolean {
  return state === 'cancelled' && reason === 'not_bookable'
}

/** The student cancelled the purchase, maybe after its hold had expired. A payment is refunded. */
function isCancelledByStudent({ state, reason }: Order): boolean {
  return isUnpaidEnd(state) && reason === 'order_cancelled'
}

/** Nothing was paid, and nothing will be. */
function isUnpaidEnd(state: OrderState): state is 'expired' | 'cancelled' | 'failed' {
  return state === 'expired' || state === 'cancelled' || state === 'failed'
}

function fullRefundText(order: Order): string {
  const { total: amount, currency } = order.quote
  const state = order.state === 'refunded' ? 'done' : 'requested'
  return refundText({ amount, currency, state })
}
