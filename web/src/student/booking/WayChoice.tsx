import { SegmentedControl } from '@mantine/core'
import { useId } from 'react'
import type { Quote } from '@/api/types'
import { checkoutCopy } from '@/copy/checkout'
import { formatCharge } from '@/lib/money'
import classes from './BookingModal.module.css'

export type Way = 'credits' | 'money'

const copy = checkoutCopy.class

interface WayChoiceProps {
  way: Way
  /** What the class costs in credits. */
  credits: number
  quote: Quote | undefined
  disabled: boolean
  onChange: (way: Way) => void
}

/** For a student who has credits and could pay as well. */
export function WayChoice({ way, credits, quote, disabled, onChange }: WayChoiceProps) {
  const label = useId()
  const total = quote ? formatCharge(quote.total, quote.currency) : null
  return (
    <div className={classes.way}>
      <p id={label}>{copy.way}</p>
      <SegmentedControl
        aria-labelledby={label}
        fullWidth
        size="md"
        radius="xl"
        color="kumkum"
        value={way}
        disabled={disabled}
        onChange={(value) => onChange(value === 'money' ? 'money' : 'credits')}
        data={[
          { value: 'credits', label: copy.byCredits(credits) },
          { value: 'money', label: copy.byMoney(total) },
        ]}
      />
    </div>
  )
}
