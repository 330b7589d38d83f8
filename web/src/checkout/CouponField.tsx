import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { checkoutCopy } from '@/copy/checkout'
import { useIsWide } from '@/ui/useIsWide'
import classes from './Price.module.css'
import type { CouponControl } from './usePrice'

const copy = checkoutCopy.coupon
const MAX_LENGTH = 32

interface CouponFieldProps {
  coupon: CouponControl
  /** What the applied code takes off, in percent. */
  percent: number
  disabled: boolean
}

/** A coupon code with its Apply button; once it counts, what it takes off and the way to take it back. */
export function CouponField({ coupon, percent, disabled }: CouponFieldProps) {
  const wide = useIsWide()
  const [text, setText] = useState('')
  return (
    <div className={classes.coupon}>
      {coupon.applied ? (
        <div className={classes.applied}>
          <p>{copy.appliedCode(coupon.applied, percent)}</p>
          <Button
            variant="transparent"
            td="underline"
            c="inherit"
            disabled={disabled}
            onClick={() => coupon.remove()}
          >
            {copy.remove}
          </Button>
        </div>
      ) : (
        <div className={classes.entry}>
          <TextInput
            label={
              <>
                {copy.label} <small>({copy.optional.toLowerCase()})</small>
              </>
            }
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={MAX_LENGTH}
            value={text}
            disabled={disabled}
            error={coupon.error}
            errorProps={{ role: 'alert' }}
            classNames={{ root: classes.field, input: classes.code }}
            onChange={(event) => {
              setText(event.currentTarget.value.toUpperCase())
              if (coupon.error) coupon.clearError()
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // Enter here means the coupon, not the purchase.
              event.preventDefault()
              coupon.apply(text)
            }}
          />
          <Button
            variant="default"
            className={classes.apply}
            loading={coupon.checking}
            disabled={disabled}
            onClick={() => coupon.apply(text)}
          >
            {wide ? copy.apply : copy.applyShort}
          </Button>
        </div>
      )}
      <p role="status" className={classes.good}>
        {coupon.applied && copy.applied}
      </p>
    </div>
  )
}
