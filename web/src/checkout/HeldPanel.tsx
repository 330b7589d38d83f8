import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import { checkoutCopy } from '@/copy/checkout'
import { clock } from '@/lib/clock'
import { displayZone } from '@/lib/time'
import { Countdown } from '@/ui/Countdown'
import { DescriptionList } from '@/ui/DescriptionList'
import { OfflineNotice } from '@/ui/OfflineNotice'
import { PolicyLines } from '@/ui/PolicyLines'
import classes from './Checkout.module.css'
import { CheckoutPanel } from './CheckoutPanel'
import { bookedPolicyLines } from './cancellationPolicy'
import type { Paying } from './checkout'
import { detailsOf } from './orderDetails'
import type { CheckoutControl } from './useCheckout'

const copy = checkoutCopy.held

interface HeldPanelProps {
  state: Paying
  checkout: CheckoutControl
  testMode: boolean
}

/** An order that waits for payment: the remaining time, and buttons to continue or release. */
export function HeldPanel({ state, checkout, testMode }: HeldPanelProps) {
  const { order, releasing, window, checking, attempted, unanswered } = state
  const { purpose } = order
  // This device's clock may be wrong: when the hold seems to have expired, the server decides.
  const [expiry, setExpiry] = useState<null | 'checking' | 'checked'>(null)
  return (
    <CheckoutPanel
      title={unanswered ? copy.unanswered.title : copy.title[purpose]}
      seed={order._id}
      actions={
        <>
          <Button
            variant="default"
            loading={releasing}
            disabled={window !== 'closed'}
            onClick={() => void checkout.release()}
          >
            {copy.release[purpose]}
          </Button>
          <Button
            variant={unanswered ? 'default' : 'filled'}
            loading={window !== 'closed' || checking}
            disabled={releasing || expiry === 'checking' || !order.orderId}
            onClick={() => void checkout.pay()}
          >
            {unanswered ? copy.unanswered.again : copy.continue}
          </Button>
        </>
      }
    >
      {order.heldUntil && (!unanswered || purpose === 'class') && (
        <p className={classes.held}>
          {copy.for[purpose]}{' '}
          <Countdown
            key={order.heldUntil}
            until={order.heldUntil}
            onExpire={() => {
              setExpiry('checking')
              void checkout.refresh().finally(() => setExpiry('checked'))
            }}
          />
        </p>
      )}
      {state.notice && (
        <Alert color="red" role="alert" mb="md">
          {state.notice}
        </Alert>
      )}
      <p className={classes.lead} role="status">
        {leadOf(state, expiry)}
      </p>
      <OfflineNotice />
      <DescriptionList items={detailsOf(order)} />
      {order.quote.policy && (
        <PolicyLines
          lines={bookedPolicyLines(order.quote.policy, { zone: displayZone(), now: clock.now() })}
        />
      )}
      {attempted && (
        <p className={classes.small}>{unanswered ? copy.unanswered.cancel : copy.stillOpen[purpose]}</p>
      )}
      {testMode && <p className={classes.small}>{checkoutCopy.testMode}</p>}
    </CheckoutPanel>
  )
}

/** One sentence that agrees with the notice: after a failed attempt it only says what was charged. */
function leadOf(
  { order, checking, declined, unanswered }: Paying,
  expiry: null | 'checking' | 'checked',
): string {
  if (expiry) return copy.expired[expiry]
  if (unanswered) return checking ? copy.asking : copy.unanswered[order.purpose]
  if (declined) return checking ? copy.declined.asking : copy.declined.asked
  return checking ? copy.asking : copy.lead[order.purpose]
}
