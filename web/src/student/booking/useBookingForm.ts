import { useState } from 'react'
import { useAppConfig } from '@/api/useAppConfig'
import { bookedPolicyLines, cancellationPolicyLines } from '@/checkout/cancellationPolicy'
import { isOutcomeUnknown } from '@/checkout/checkout'
import { type PriceControl, usePrice } from '@/checkout/usePrice'
import { useNow } from '@/ui/useNow'
import { canConfirm, isBookingOutcomeUnknown } from './booking'
import type { BookingModalProps } from './bookingModalProps'
import { hasEnoughCredits, lacksCredits } from './creditsState'
import type { PaymentMethod } from './PaymentMethodChoice'
import { useKeepPurchase } from './purchaseDraft'

export interface BookingFormControl {
  price: PriceControl
  paymentMethod: PaymentMethod
  setPaymentMethod: (method: PaymentMethod) => void
  hasEnoughCredits: boolean
  lacksCredits: boolean
  /** Fields are disabled: the outcome of a request is unknown. */
  isOutcomeUnknown: boolean
  /** The slot was taken or withdrawn. */
  isUnavailable: boolean
  /** The button repeats a failed request. */
  isRetry: boolean
  /** The student can only choose another slot. */
  cannotContinue: boolean
  policyLines: readonly string[] | null | undefined
}

/** State of 'Book Your Class': price, payment method, and what prevents the booking. */
export function useBookingForm(props: BookingModalProps & { busy: boolean }): BookingFormControl {
  const { state, credits, money, draft, busy } = props
  const { slot } = state.attempt
  const [selectedMethod, setSelectedMethod] = useState(draft?.method ?? null)
  const price = usePrice({ kind: 'class', slot }, { enabled: money !== null, coupon: draft?.coupon ?? null })
  const lacking = lacksCredits(credits, slot.creditCost)
  const defaultMethod = lacking || credits.name === 'failed' ? 'money' : 'credits'
  const paymentMethod = money ? (selectedMethod ?? defaultMethod) : 'credits'
  const isUnavailable = isSlotUnavailable(props)
  const isUnknown =
    isBookingOutcomeUnknown(state) || (money !== null && isOutcomeUnknown(money.checkout.state))
  useKeepPurchase(
    isUnknown || isUnavailable || money?.checkout.state.name === 'paying'
      ? null
      : {
          item: { kind: 'class', slotId: slot._id },
          phone: state.attempt.phone,
          coupon: price.coupon.applied,
          method: selectedMethod,
        },
  )
  return {
    price,
    paymentMethod,
    setPaymentMethod: setSelectedMethod,
    hasEnoughCredits: hasEnoughCredits(credits, slot.creditCost),
    lacksCredits: lacking,
    isOutcomeUnknown: isUnknown,
    isUnavailable,
    isRetry: state.name === 'failed' && canConfirm(state),
    cannotContinue: !busy && (isUnavailable || (paymentMethod === 'credits' && !canConfirm(state))),
    policyLines: usePolicyLines(props, paymentMethod, price),
  }
}

function isSlotUnavailable({ state, money }: BookingModalProps): boolean {
  const checkout = money?.checkout.state
  return (
    (state.name === 'confirming' && state.slotUnavailable) ||
    (state.name === 'failed' && (state.slotUnavailable || state.failure.kind === 'unavailable')) ||
    (checkout?.name === 'confirming' && checkout.rejection?.kind === 'unavailable')
  )
}

function usePolicyLines(
  { state, zone }: BookingModalProps,
  method: PaymentMethod,
  price: PriceControl,
): readonly string[] | null | undefined {
  const now = useNow()
  const terms = useAppConfig()?.cancelling
  const context = { zone, now }
  const policy = price.quote?.policy
  if (method === 'money') return policy && bookedPolicyLines(policy, context)
  return terms && cancellationPolicyLines(terms, 'credit', state.attempt.slot.dateTime, context)
}
