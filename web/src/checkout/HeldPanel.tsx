import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import type { Order } from '@/api/types'
import { checkoutCopy } from '@/copy/checkout'
import { classTypeWord } from '@/copy/words'
import { formatCharge } from '@/lib/money'
import { browserZone, formatDate, formatTime, zoneLabel } from '@/lib/time'
import { Countdown } from '@/ui/Countdown'
import { Facts } from '@/ui/Facts'
import { OfflineNotice } from '@/ui/OfflineNotice'
import classes from './Checkout.module.css'
import type { Paying } from './checkout'
import { Panel } from './Panel'
import type { CheckoutControl } from './useCheckout'

const copy = checkoutCopy.held

interface HeldPanelProps {
  state: Paying
  checkout: CheckoutControl
  testMode: boolean
}

/** An order that waits to be paid: how long the seat is held, and the two ways on. */
export function HeldPanel({ state, checkout, testMode }: HeldPanelProps) {
  const { order, releasing, window, asking, attempted } = state
  const { purpose } = order
  // This device's clock may be wrong: when it says that the time is up, the server is asked, and its word counts.
  const [over, setOver] = useState<null | 'asking' | 'asked'>(null)
  return (
    <Panel
      title={copy.title[purpose]}
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
            loading={window !== 'closed' || asking}
            disabled={releasing || over === 'asking' || !order.orderId}
            onClick={() => void checkout.pay()}
          >
            {copy.continue}
          </Button>
        </>
      }
    >
      {order.heldUntil && (
        <p className={classes.held}>
          {copy.for}{' '}
          <Countdown
            key={order.heldUntil}
            until={order.heldUntil}
            onOver={() => {
              setOver('asking')
              void checkout.ask().finally(() => setOver('asked'))
            }}
          />
        </p>
      )}
      <p className={classes.lead} role="status">
        {over ? copy.over[over] : asking ? copy.asking : copy.lead[purpose]}
      </p>
      {state.notice && (
        <Alert color="red" role="alert" mb="md">
          {state.notice}
        </Alert>
      )}
      <OfflineNotice />
      <Facts facts={factsOf(order)} />
      {order.quote.policy && <p className={classes.small}>{order.quote.policy.sentence}</p>}
      {attempted && <p className={classes.small}>{copy.stillOpen[purpose]}</p>}
      {testMode && <p className={classes.small}>{checkoutCopy.testMode}</p>}
    </Panel>
  )
}

function factsOf(order: Order) {
  const zone = browserZone()
  const total = { label: copy.total, value: formatCharge(order.quote.total, order.currency) }
  if (order.purpose === 'package')
    return [{ label: copy.package, value: copy.packageOf(order.packageSize, order.quote.expiryDays) }, total]
  const clock = `${formatTime(order.dateTime, zone)} (${zoneLabel(zone, order.dateTime ?? order.createdAt)})`
  return [
    { label: copy.date, value: formatDate(order.dateTime, zone) },
    { label: copy.time, value: clock },
    { label: copy.type, value: classTypeWord(order.classTypeKey ?? '') },
    total,
  ]
}
