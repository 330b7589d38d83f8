import { ActionButton } from '@/admin/ActionButton'
import table from '@/admin/DataTable.module.css'
import { StatusBadge } from '@/admin/StatusBadge'
import type { AdminListedRefund, AdminRefund } from '@/api/adminPeopleTypes'
import { adminOrdersCopy } from '@/copy/adminOrders'
import { formatCharge } from '@/lib/money'
import type { Column } from '@/ui/DataList'
import { DateTime } from '@/ui/DateTime'
import { TextLink } from '@/ui/TextLink'

const copy = adminOrdersCopy.refunds
const labels = copy.columns

/** The time the refund was created, as a link to its order. */
export const refundTimeLinkColumn: Column<AdminRefund> = {
  key: 'at',
  label: labels.at,
  onCard: 'heading',
  cell: ({ orderId, createdAt }) => (
    <span className={table.name}>
      {orderId ? (
        <TextLink href={`#orders/${orderId}`}>
          <DateTime instant={createdAt} />
        </TextLink>
      ) : (
        <DateTime instant={createdAt} />
      )}
    </span>
  ),
}

/** The same without a link, for the page of the order. */
export const refundTimeColumn: Column<AdminRefund> = {
  ...refundTimeLinkColumn,
  cell: ({ createdAt }) => <DateTime instant={createdAt} />,
}

export const refundStudentColumn: Column<AdminListedRefund> = {
  key: 'student',
  label: labels.student,
  cell: ({ studentId, studentName }) =>
    studentId && <TextLink href={`#people/${studentId}`}>{studentName}</TextLink>,
}

export const refundAmountColumn: Column<AdminRefund> = {
  key: 'amount',
  label: labels.amount,
  numeric: true,
  cell: (refund) => formatCharge(refund.amount, refund.currency),
}

export const refundReasonColumn: Column<AdminRefund> = {
  key: 'why',
  label: labels.why,
  cell: ({ reason, bearer, voidedCredits }) => (
    <>
      {adminOrdersCopy.reasons[reason] ?? reason}
      {voidedCredits > 0 && (
        <div className={table.muted}>{adminOrdersCopy.partial.unspent(voidedCredits)}</div>
      )}
      {bearer && <div className={table.muted}>{adminOrdersCopy.partial.borneBy[bearer] ?? bearer}</div>}
    </>
  ),
}

export const refundStateColumn: Column<AdminRefund> = {
  key: 'state',
  label: labels.state,
  cell: ({ state, error }) => (
    <>
      <StatusBadge state={state} labels={copy.states} />
      {error && <div className={`${table.muted} ${table.breakAnywhere}`}>{error}</div>}
    </>
  ),
}

export const refundAttemptColumn: Column<AdminRefund> = {
  key: 'attempt',
  label: labels.attempt,
  cell: (refund) => refund.attempt,
}

export const refundNumberColumn: Column<AdminRefund> = {
  key: 'number',
  label: labels.number,
  cell: ({ providerRefundId }) => (
    <span className={table.breakAnywhere}>{providerRefundId ?? adminOrdersCopy.none}</span>
  ),
}

export const refundFinishedColumn: Column<AdminRefund> = {
  key: 'finished',
  label: labels.finished,
  cell: ({ finishedAt }) => (finishedAt ? <DateTime instant={finishedAt} /> : adminOrdersCopy.none),
}

/** A failed refund is retried automatically after some hours, or at once with this button. */
export function refundActionColumn(
  disabledReason: string | null,
  onRetry: (refund: AdminRefund) => void,
): Column<AdminRefund> {
  return {
    key: 'actions',
    label: labels.acts,
    onCard: 'foot',
    cell: (refund) =>
      refund.state === 'failed' && (
        <ActionButton
          disabledReason={disabledReason}
          label={copy.againOf(formatCharge(refund.amount, refund.currency))}
          onClick={() => onRetry(refund)}
        >
          {copy.again}
        </ActionButton>
      ),
  }
}
