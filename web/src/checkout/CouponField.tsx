import { Button, TextInput } from '@mantine/core'
import { checkoutCopy } from '@/copy/checkout'
import { useIsWide } from '@/ui/useIsWide'
import classes from './Price.module.css'
import type { CouponControl } from './usePrice'

const copy = checkoutCopy.coupon
const MAX_CODE_LENGTH = 32

interface CouponFieldProps {
  coupon: CouponControl
  /** Discount of the applied code, in percent. */
  percent: number
  disabled: boolean
}

/** Coupon code with its Apply button; once applied, the discount and a Remove button. */
export function CouponField({ coupon, percent, disabled }: CouponFieldProps) {
  const wide = useIsWide()
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
            maxLength={MAX_CODE_LENGTH}
            value={coupon.code}
            disabled={disabled || coupon.checking}
            error={coupon.error}
            errorProps={{ role: 'alert' }}
            classNames={{ root: classes.field, input: classes.code }}
            onChange={(event) => coupon.setCode(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // Enter applies the coupon and does not submit the purchase.
              event.preventDefault()
              coupon.apply()
            }}
          />
          <Button
            variant="default"
            className={classes.apply}
            loading={coupon.checking}
            disabled={disabled}
            onClick={coupon.apply}
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
