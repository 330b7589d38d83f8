import type { Booking, Order } from '@/api/types'
import { type CancellationTerms, openTerms } from '@/checkout/cancellationPolicy'
import { changesCopy } from '@/copy/changes'
import { formatCharge } from '@/lib/money'

const copy = changesCopy.cancelDialog

export type CancellationOutcome = 'refund' | 'credit' | 'credit_returned' | 'none'

/** What the student gets back now; `null` for a class that cannot be cancelled at all. */
export function cancellationOutcome(
  booking: Booking,
  terms: CancellationTerms | undefined,
  now: number,
): CancellationOutcome | null {
  const { policy, bookingStatus, dateTime } = booking
  if (!policy || !terms || bookingStatus !== 'confirmed') return null
  return openTerms(terms, policy.paidWith, dateTime, now)[0]?.brings ?? 'none'
}

/** The outcome as text, with the amount if the order of the class is known. */
export function cancellationOutcomeText(
  outcome: CancellationOutcome,
  booking: Booking,
  order: Order | undefined,
): string {
  switch (outcome) {
    case 'refund':
      if (order?.quote.total === 0) return copy.free
      return copy.refund(paidAmount(order))
    case 'credit':
      return copy.credit(order?.quote.creditCost ?? 1, paidAmount(order))
    case 'credit_returned':
      return copy.returned(booking.creditsUsed)
    case 'none':
      return copy.none
  }
}

function paidAmount(order: Order | undefined): string | null {
  return order && order.quote.total > 0 ? formatCharge(order.quote.total, order.currency) : null
}
