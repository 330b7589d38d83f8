import { checkoutCopy } from '@/copy/checkout'
import { formatCharge } from '@/lib/money'
import { displayZone, formatDate } from '@/lib/time'

const copy = checkoutCopy.refund

interface RefundStatus {
  /** In major units. */
  amount: number
  currency: string
  state: string
  finishedAt?: string | null
}

/** State of a refund as a sentence that promises only what is known (D36). */
export function refundText({ amount, currency, state, finishedAt }: RefundStatus): string {
  const money = formatCharge(amount, currency)
  switch (state) {
    case 'done':
      return copy.done(money, finishedAt ? formatDate(finishedAt, displayZone()) : null)
    case 'started':
      return copy.started(money)
    case 'failed':
      return copy.failed(money)
    default:
      return copy.requested(money)
  }
}
