import { Skeleton, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Quote } from '@/api/types'
import { checkoutCopy } from '@/copy/checkout'
import { formatCharge } from '@/lib/money'
import { ErrorPanel } from '@/ui/ErrorPanel'
import classes from './Price.module.css'
import type { PriceControl } from './usePrice'

const copy = checkoutCopy.price
const SKELETON_LINES = [1, 2, 3]

/** The server's price line by line, or its loading or error state. */
export function PriceLines({ price }: { price: PriceControl }) {
  if (price.quote) return <Breakdown quote={price.quote} />
  if (price.error) return <ErrorPanel message={price.error} onRetry={price.retry} />
  return (
    <div role="status" className={classes.lines}>
      <VisuallyHidden>{copy.loading}</VisuallyHidden>
      {SKELETON_LINES.map((line) => (
        <Skeleton key={line} height={26} my={6} />
      ))}
      <Skeleton height={34} my={6} />
    </div>
  )
}

function Breakdown({ quote }: { quote: Quote }) {
  const money = (amount: number) => formatCharge(amount, quote.currency)
  return (
    <dl className={classes.lines}>
      <Line label={quote.packageSize ? copy.package(quote.packageSize) : copy.class}>
        {money(quote.basePrice)}
      </Line>
      {quote.discountAmount > 0 && (
        <Line label={copy.discount(quote.discountPercent)}>−{money(quote.discountAmount)}</Line>
      )}
      <Line label={copy.serviceFee}>
        {quote.serviceFeeWaived > 0 ? (
          <>
            <s aria-hidden>{money(quote.serviceFeeWaived)}</s>{' '}
            <VisuallyHidden>{copy.waivedHidden(money(quote.serviceFeeWaived))}</VisuallyHidden>
            <span className={classes.waived}>{money(quote.serviceFee)}</span>
          </>
        ) : (
          money(quote.serviceFee)
        )}
      </Line>
      <Line label={copy.providerFee(quote.razorpayFeePercent)}>{money(quote.razorpayFee)}</Line>
      <Line label={copy.total} total>
        {money(quote.total)}
      </Line>
    </dl>
  )
}

function Line({ label, total, children }: { label: string; total?: boolean; children: ReactNode }) {
  return (
    <div data-total={total || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
