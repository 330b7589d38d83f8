import { Alert, Button } from '@mantine/core'
import type { Order } from '@/api/types'
import { checkoutCopy } from '@/copy/checkout'
import { DescriptionList } from '@/ui/DescriptionList'
import { OfflineNotice } from '@/ui/OfflineNotice'
import classes from './Checkout.module.css'
import { CheckoutPanel } from './CheckoutPanel'
import type { Paying } from './checkout'
import { detailsOf } from './orderDetails'

const copy = checkoutCopy.seatLost

/** Whether an unpaid order has lost its seat before the time to pay was up. */
export function isSeatLost({ purpose, state, heldUntil }: Order): boolean {
  return purpose === 'class' && state === 'open' && heldUntil === null
}

/** An order whose class was cancelled before it was paid: paying now would only lead to a refund. */
export function SeatLostPanel({ state, onRelease }: { state: Paying; onRelease: () => void }) {
  const { order, releasing, window, checking, notice } = state
  return (
    <CheckoutPanel
      title={copy.title}
      seed={order._id}
      actions={
        <Button loading={releasing} disabled={window !== 'closed'} onClick={onRelease}>
          {checkoutCopy.ended.again.class}
        </Button>
      }
    >
      {notice && (
        <Alert color="red" role="alert" mb="md">
          {notice}
        </Alert>
      )}
      <p className={classes.lead} role="status">
        {checking ? checkoutCopy.held.asking : copy.lead}
      </p>
      <OfflineNotice />
      <DescriptionList items={detailsOf(order)} />
    </CheckoutPanel>
  )
}
