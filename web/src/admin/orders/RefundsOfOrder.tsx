import { useState } from 'react'
import table from '@/admin/DataTable.module.css'
import { useDisabledReason } from '@/admin/roles'
import { Section } from '@/admin/Section'
import type { AdminRefund } from '@/api/adminPeopleTypes'
import { adminOrdersCopy } from '@/copy/adminOrders'
import { DataList } from '@/ui/DataList'
import { RetryRefundDialog } from './RetryRefundDialog'
import {
  refundActionColumn,
  refundAmountColumn,
  refundFinishedColumn,
  refundNumberColumn,
  refundReasonColumn,
  refundStateColumn,
  refundTimeColumn,
} from './refundColumns'

const copy = adminOrdersCopy.refunds
const COLUMNS = [
  refundTimeColumn,
  refundReasonColumn,
  refundStateColumn,
  refundNumberColumn,
  refundFinishedColumn,
  refundAmountColumn,
]

/** Refunds of an order; a failed one can be retried. */
export function RefundsOfOrder({ refunds }: { refunds: readonly AdminRefund[] }) {
  const disabledReason = useDisabledReason('finance')
  const [retrying, setRetrying] = useState<AdminRefund | null>(null)
  const hasFailed = refunds.some(({ state }) => state === 'failed')
  return (
    <Section title={copy.title}>
      {refunds.length === 0 ? (
        <p className={table.empty}>{copy.emptyHere}</p>
      ) : (
        <DataList
          label={copy.title}
          columns={hasFailed ? [...COLUMNS, refundActionColumn(disabledReason, setRetrying)] : COLUMNS}
          rows={refunds}
          rowKey={({ _id }) => _id}
          cardsOnTablet
        />
      )}
      {retrying && <RetryRefundDialog refund={retrying} onClose={() => setRetrying(null)} />}
    </Section>
  )
}
