import { Alert, Button } from '@mantine/core'
import { CouponField } from '@/checkout/CouponField'
import { isUnsettled } from '@/checkout/checkout'
import { PriceLines } from '@/checkout/PriceLines'
import type { CheckoutControl } from '@/checkout/useCheckout'
import type { PriceControl } from '@/checkout/usePrice'
import { checkoutCopy } from '@/copy/checkout'
import { studentCopy } from '@/copy/student'
import { formatCharge } from '@/lib/money'
import classes from './BookingModal.module.css'
import type { BookingState } from './booking'
import type { MoneyWay } from './bookingModalProps'

/** The coupon and the price, line by line. */
export function PayPart({ price, disabled }: { price: PriceControl; disabled: boolean }) {
  return (
    <div>
      <CouponField coupon={price.coupon} percent={price.quote?.discountPercent ?? 0} disabled={disabled} />
      <PriceLines price={price} />
    </div>
  )
}

interface PayNoticesProps {
  money: NonNullable<MoneyWay>
  state: Exclude<BookingState, { name: 'choosing' }>
  onLeave: () => void
}

/** What stands in the way of paying, or went wrong with it. */
export function PayNotices({ money, state, onLeave }: PayNoticesProps) {
  const { checkout, testMode } = money
  const refusal = checkout.state.name === 'confirming' ? checkout.state.refusal : null
  const vanished = (state.name === 'confirming' || state.name === 'failed') && state.vanished
  const blockedBy = checkout.state.name
  const blocked =
    (checkout.state.name === 'paying' || checkout.state.name === 'verifying') && checkout.state.hidden
  return (
    <div className={classes.notices}>
      {refusal && refusal.kind !== 'coupon' && (
        <Alert color={refusal.kind === 'price' ? 'yellow' : 'red'} role="alert">
          {refusal.message}
        </Alert>
      )}
      {vanished && refusal?.kind !== 'gone' && (
        <Alert color="yellow" role="alert" title={studentCopy.booking.vanishedTitle}>
          {checkoutCopy.class.vanished}
        </Alert>
      )}
      {blocked && (
        <Alert color="yellow">
          {blockedBy === 'paying' ? checkoutCopy.blockedByHeld : checkoutCopy.blocked}{' '}
          <Button
            variant="default"
            px="md"
            onClick={() => {
              onLeave()
              checkout.show()
            }}
          >
            {checkoutCopy.showBlocked}
          </Button>
        </Alert>
      )}
      {testMode && <p className={classes.test}>{checkoutCopy.testMode}</p>}
    </div>
  )
}

interface PayButtonProps {
  checkout: CheckoutControl
  price: PriceControl
  phone: string
  busy: boolean
}

/** 'Pay ₹1,022.98': agrees to the price on view and to no other. */
export function PayButton({ checkout, price, phone, busy }: PayButtonProps) {
  const { quote, coupon } = price
  const ready = checkout.state.name === 'confirming'
  const pay = async (byKeyboard: boolean) => {
    if (!quote) return
    const refusal = await checkout.confirm({ quote, coupon: coupon.applied, phone }, byKeyboard)
    if (refusal?.kind === 'coupon') coupon.remove(refusal.message)
  }
  return (
    <Button
      loading={busy}
      disabled={!quote || coupon.checking || !(ready || busy)}
      onClick={(event) => void pay(event.detail === 0)}
    >
      {isUnsettled(checkout.state)
        ? checkoutCopy.tryAgain
        : quote?.total === 0
          ? checkoutCopy.payFree
          : checkoutCopy.pay(quote ? formatCharge(quote.total, quote.currency) : '…')}
    </Button>
  )
}
