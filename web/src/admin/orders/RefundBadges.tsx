import { StatusBadge } from '@/admin/StatusBadge'
import type { AdminOrder } from '@/api/adminPeopleTypes'
import { adminOrdersCopy } from '@/copy/adminOrders'
import { formatCharge } from '@/lib/money'

const copy = adminOrdersCopy.refundBadges

/** What was refunded of an order, and what is in progress. */
export function RefundBadges({ order }: { order: AdminOrder }) {
  const { refunded, refundPending, currency } = order
  return (
    <>
      {refunded > 0 && (
        <StatusBadge state="refunded" labels={{ refunded: copy.done(formatCharge(refunded, currency)) }} />
      )}
      {refundPending > 0 && (
        <StatusBadge
          state="refunding"
          labels={{ refunding: copy.pending(formatCharge(refundPending, currency)) }}
        />
      )}
    </>
  )
}
