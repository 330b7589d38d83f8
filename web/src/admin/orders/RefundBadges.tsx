import { StatusBadge } from '@/admin/StatusBadge'
import type { AdminRefund } from '@/api/adminPeopleTypes'
import { adminOrdersCopy } from '@/copy/adminOrders'
import { formatCharge } from '@/lib/money'

const copy = adminOrdersCopy.refundBadges

/** What was refunded of a payment, and what is on its way; failed refunds are not counted. */
export function RefundBadges({ refunds }: { refunds: readonly AdminRefund[] }) {
  const done = sumOf(refunds, ['done'])
  const pending = sumOf(refunds, ['requested', 'started'])
  return (
    <>
      {done && <StatusBadge state="refunded" labels={{ refunded: copy.done(done) }} />}
      {pending && <StatusBadge state="refunding" labels={{ refunding: copy.pending(pending) }} />}
    </>
  )
}

/** The sum of the refunds in these states, `null` without any. All refunds of an order have one currency. */
function sumOf(refunds: readonly AdminRefund[], states: readonly string[]): string | null {
  const [first, ...others] = refunds.filter(({ state }) => states.includes(state))
  if (!first) return null
  const minor = others.reduce(
    (sum, { amount }) => sum + Math.round(amount * 100),
    Math.round(first.amount * 100),
  )
  return formatCharge(minor / 100, first.currency)
}
