import type { Booking, Order } from '@/api/types'
import { type CancellationTerms, openTerms } from '@/checkout/cancellationPolicy'
import { changesCopy } from '@/copy/changes'
import { childSectionsCopy } from '@/copy/studentChildSections'
import { currentChild } from '@/family/childName'
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
      return copy.refund(restOfPayment(order))
    case 'credit':
      return (currentChild() ? childSectionsCopy.cancelDialog : copy).credit(
        order?.quote.creditCost ?? 1,
        paidAmount(order),
      )
    case 'credit_returned':
      return copy.returned(booking.creditsUsed)
    case 'none':
      return copy.none
  }
}

/** What a full refund returns: the payment less what was refunded of it. */
function restOfPayment(order: Order | undefined): string | null {
  if (!order) return null
  const refunded = order.refunds.reduce((sum, { amount }) => sum + amount, 0)
  return formatCharge(Math.max(0, Math.round((order.quote.total - refunded) * 100) / 100), order.currency)
}

function paidAmount(order: Order | undefined): string | null {
  return order && order.quote.total > 0 ? formatCharge(order.quote.total, order.currency) : null
}
