import { checkoutCopy } from '@/copy/checkout'
import { formatCharge } from '@/lib/money'
import { browserZone, formatDate } from '@/lib/time'

const copy = checkoutCopy.refund

interface RefundLike {
  /** Major units. */
  amount: number
  currency: string
  state: string
  finishedAt?: string | null
}

/** Where money on its way back is, promising only what is known (D36). */
export function refundWords({ amount, currency, state, finishedAt }: RefundLike): string {
  const money = formatCharge(amount, currency)
  switch (state) {
    case 'done':
      return copy.done(money, finishedAt ? formatDate(finishedAt, browserZone()) : null)
    case 'started':
      return copy.started(money)
    case 'failed':
      return copy.failed(money)
    default:
      return copy.requested(money)
  }
}
