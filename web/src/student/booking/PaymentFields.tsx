import { Alert, Button } from '@mantine/core'
import { CouponField } from '@/checkout/CouponField'
import { isOutcomeUnknown } from '@/checkout/checkout'
import { PriceLines } from '@/checkout/PriceLines'
import type { CheckoutControl } from '@/checkout/useCheckout'
import type { PriceControl } from '@/checkout/usePrice'
import { checkoutCopy } from '@/copy/checkout'
import { studentCopy } from '@/copy/student'
import { childSectionsCopy } from '@/copy/studentChildSections'
import { useChild } from '@/family/childName'
import { formatCharge } from '@/lib/money'
import classes from './BookingModal.module.css'
import type { BookingState } from './booking'
import type { PaymentOptions } from './bookingModalProps'

/** Coupon field and price lines. */
export function PaymentFields({ price, disabled }: { price: PriceControl; disabled: boolean }) {
  return (
    <div>
      <CouponField coupon={price.coupon} percent={price.quote?.discountPercent ?? 0} disabled={disabled} />
      <PriceLines price={price} />
    </div>
  )
}

interface PaymentNoticesProps {
  money: NonNullable<PaymentOptions>
  state: Exclude<BookingState, { name: 'choosing' }>
  onLeave: () => void
}

/** What prevents the payment, or why it failed. */
export function PaymentNotices({ money, state, onLeave }: PaymentNoticesProps) {
  const child = useChild()
  const { checkout, testMode } = money
  const rejection = checkout.state.name === 'confirming' ? checkout.state.rejection : null
  const isUnavailable = (state.name === 'confirming' || state.name === 'failed') && state.slotUnavailable
  const blockingState = checkout.state.name
  const isBlocked =
    (checkout.state.name === 'paying' || checkout.state.name === 'verifying') && checkout.state.hidden
  return (
    <div className={classes.notices}>
      {rejection && rejection.kind !== 'coupon' && (
        <Alert color={rejection.kind === 'price' ? 'yellow' : 'red'} role="alert">
          {rejection.message}
        </Alert>
      )}
      {isUnavailable && rejection?.kind !== 'unavailable' && (
        <Alert color="yellow" role="alert" title={studentCopy.booking.vanishedTitle}>
          {child ? childSectionsCopy.booking.vanishedUnpaid : checkoutCopy.class.vanished}
        </Alert>
      )}
      {isBlocked && (
        <Alert color="yellow">
          {blockingState === 'paying' ? checkoutCopy.blockedByHeld : checkoutCopy.blocked}{' '}
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
  /** Called before paying; prevents it if a field is invalid. */
  isReady: () => boolean
}

/** 'Pay ₹1,022.98': confirms exactly the price that is shown. */
export function PayButton({ checkout, price, phone, busy, isReady }: PayButtonProps) {
  const { quote, coupon } = price
  const canPay = checkout.state.name === 'confirming'
  const pay = async (byKeyboard: boolean) => {
    if (!quote || !isReady() || coupon.applyPendingCode()) return
    const rejection = await checkout.confirm({ quote, coupon: coupon.applied, phone }, byKeyboard)
    if (rejection?.kind === 'coupon') coupon.remove(rejection.message)
  }
  return (
    <Button
      loading={busy}
      disabled={!quote || coupon.checking || !(canPay || busy)}
      onClick={(event) => void pay(event.detail === 0)}
    >
      {isOutcomeUnknown(checkout.state)
        ? checkoutCopy.tryAgain
        : quote?.total === 0
          ? checkoutCopy.payFree
          : checkoutCopy.pay(quote ? formatCharge(quote.total, quote.currency) : '…')}
    </Button>
  )
}
