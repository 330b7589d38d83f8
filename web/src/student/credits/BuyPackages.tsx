import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { quoteQuery } from '@/api/payments'
import type { PackageSize } from '@/api/types'
import { paymentsCopy } from '@/copy/payments'
import { formatCharge } from '@/lib/money'
import classes from './BuyPackages.module.css'
import { PACKAGE_DAYS, PACKAGES } from './packages'

const copy = paymentsCopy.packages

interface BuyPackagesProps {
  onBuy: (size: PackageSize) => void
}

/** The two packages, each with its price once it is known. */
export function BuyPackages({ onBuy }: BuyPackagesProps) {
  return (
    <ul className={classes.packages} aria-label={copy.label}>
      {PACKAGES.map((size) => (
        <PackageOffer key={size} size={size} onBuy={onBuy} />
      ))}
    </ul>
  )
}

function PackageOffer({ size, onBuy }: BuyPackagesProps & { size: PackageSize }) {
  const { data: quote } = useQuery({ ...quoteQuery({ packageSize: size }), retry: false })
  return (
    <li className={classes.package}>
      <p className={classes.text}>
        <b>{quote ? formatCharge(quote.total, quote.currency) : copy.classes(size)}</b>
        <span>
          {quote
            ? copy.offer(size, formatCharge(quote.total / size, quote.currency), PACKAGE_DAYS[size])
            : copy.validity(PACKAGE_DAYS[size])}
        </span>
      </p>
      <Button onClick={() => onBuy(size)}>{copy.buy(size)}</Button>
    </li>
  )
}
