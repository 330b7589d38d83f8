import { SegmentedControl } from '@mantine/core'
import { useId } from 'react'
import type { Quote } from '@/api/types'
import { checkoutCopy } from '@/copy/checkout'
import { formatCharge } from '@/lib/money'
import classes from './BookingModal.module.css'

export type PaymentMethod = 'credits' | 'money'

const copy = checkoutCopy.class

interface PaymentMethodChoiceProps {
  method: PaymentMethod
  /** Cost of the class in credits. */
  credits: number
  quote: Quote | undefined
  disabled: boolean
  onChange: (next: PaymentMethod) => void
}

/** Choice between credits and payment, for students who have enough credits. */
export function PaymentMethodChoice({
  method,
  credits,
  quote,
  disabled,
  onChange,
}: PaymentMethodChoiceProps) {
  const label = useId()
  const total = quote ? formatCharge(quote.total, quote.currency) : null
  return (
    <div className={classes.method}>
      <p id={label}>{copy.way}</p>
      <SegmentedControl
        aria-labelledby={label}
        fullWidth
        size="md"
        radius="xl"
        // Disabled labels are gray, which has too little contrast on the color.
        color={disabled ? undefined : 'kumkum'}
        value={method}
        disabled={disabled}
        onChange={(value) => onChange(value === 'money' ? 'money' : 'credits')}
        data={[
          { value: 'credits', label: copy.byCredits(credits) },
          { value: 'money', label: quote?.total === 0 ? copy.free : copy.byMoney(total) },
        ]}
      />
    </div>
  )
}
