import { Alert, Button } from '@mantine/core'
import type { Order, OrderState } from '@/api/types'
import { checkoutCopy } from '@/copy/checkout'
import { TextLink } from '@/ui/TextLink'
import classes from './Checkout.module.css'
import type { Failed } from './checkout'
import { Panel } from './Panel'
import { refundWords } from './refundWords'

const copy = checkoutCopy.ended

interface EndedPanelProps {
  state: Failed
  supportEmail: string | null
  onAgain: () => void
}

/** An order that brought no class and no credits: why, and where the money is. */
export function EndedPanel({ state, supportEmail, onAgain }: EndedPanelProps) {
  const { order, message } = state
  return (
    <Panel
      title={titleOf(state)}
      seed={order._id}
      actions={<Button onClick={onAgain}>{copy.again[order.purpose]}</Button>}
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
        sentences(order).map((sentence) => (
          <p key={sentence} className={classes.lead}>
            {sentence}
          </p>
        ))
      )}
    </Panel>
  )
}

function titleOf({ order, message }: Failed): string {
  if (message) return copy.unverified.title
  if (isNothing(order.state)) return copy[order.state].title
  // A refund that was only started is still on its way (D36).
  const arrived = order.state === 'refunded' && order.refunds.every(({ state }) => state === 'done')
  return arrived ? copy.returned.title.refunded : copy.returned.title.refunding
}

function sentences(order: Order): string[] {
  if (isNothing(order.state)) return [copy[order.state][order.purpose]]
  const reasons: Readonly<Record<string, string>> = copy.returned.reasons
  const why = reasons[order.reason ?? ''] ?? copy.returned.other
  const back = order.refunds.length > 0 ? order.refunds.map(refundWords) : [wholeAmount(order)]
  return [why, ...back]
}

/** Nothing was paid, and nothing will be. */
function isNothing(state: OrderState): state is 'expired' | 'cancelled' | 'failed' {
  return state === 'expired' || state === 'cancelled' || state === 'failed'
}

function wholeAmount(order: Order): string {
  const { total: amount, currency } = order.quote
  const state = order.state === 'refunded' ? 'done' : 'requested'
  return refundWords({ amount, currency, state })
}
