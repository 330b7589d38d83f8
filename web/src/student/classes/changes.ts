/** What a student may still do with a class, and what it brings (D24). */
import type { Booking, Order } from '@/api/types'
import { changesCopy } from '@/copy/changes'
import { formatCharge } from '@/lib/money'
import { openTerms, type Terms } from '@/student/promise'

const copy = changesCopy.cancelDialog

export type Brings = 'refund' | 'credit' | 'credit_returned' | 'none'

/** What cancelling brings at this moment; `null` for a class that knows no cancelling. */
export function cancelBrings(booking: Booking, terms: Terms | undefined, now: number): Brings | null {
  const { policy, bookingStatus, dateTime } = booking
  if (!policy || !terms || bookingStatus !== 'confirmed') return null
  return openTerms(terms, policy.paidWith, dateTime, now)[0]?.brings ?? 'none'
}

/** The same in words; with the amount, where the order that paid for the class is known. */
export function bringsWords(brings: Brings, booking: Booking, order: Order | undefined): string {
  switch (brings) {
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
