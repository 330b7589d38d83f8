/** What a student may still do with a class, and what it brings (D24). */
import type { Booking, Order } from '@/api/types'
import { changesCopy } from '@/copy/changes'
import { formatCharge } from '@/lib/money'
import { epochMs } from '@/lib/time'

const copy = changesCopy.cancelDialog

export type Brings = 'refund' | 'credit' | 'credit_returned' | 'none'

/** What cancelling brings at this moment; `null` for a class that knows no cancelling. */
export function cancelBrings(booking: Booking, now: number): Brings | null {
  const { policy, bookingStatus, paymentStatus } = booking
  if (!policy || bookingStatus !== 'confirmed') return null
  if (now > epochMs(policy.creditUntil)) return 'none'
  if (paymentStatus === 'credit') return 'credit_returned'
  return now > epochMs(policy.refundUntil) ? 'credit' : 'refund'
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
