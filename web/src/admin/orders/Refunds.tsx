import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { AdminList } from '@/admin/AdminList'
import { CsvButton } from '@/admin/CsvButton'
import { useFilters } from '@/admin/filters'
import { PageHeader } from '@/admin/PageHeader'
import { useDisabledReason } from '@/admin/roles'
import { StateSelect } from '@/admin/StateSelect'
import { adminRefundsQuery, fetchAllRefunds } from '@/api/adminOrders'
import type { AdminRefund } from '@/api/adminPeopleTypes'
import { adminOrdersCopy } from '@/copy/adminOrders'
import type { CsvColumn } from '@/lib/csv'
import { RetryRefundDialog } from './RetryRefundDialog'
import {
  refundActionColumn,
  refundAmountColumn,
  refundAttemptColumn,
  refundFinishedColumn,
  refundReasonColumn,
  refundStateColumn,
  refundTimeLinkColumn,
} from './refundColumns'

const copy = adminOrdersCopy.refunds
const NO_FILTERS = { state: '' }

const CSV_COLUMNS: CsvColumn<AdminRefund>[] = [
  { label: 'ID', value: ({ _id }) => _id },
  { label: copy.columns.at, value: ({ createdAt }) => createdAt },
  { label: adminOrdersCopy.order, value: ({ orderId }) => orderId },
  { label: copy.columns.why, value: ({ reason }) => adminOrdersCopy.reasons[reason] ?? reason },
  { label: adminOrdersCopy.partial.bearer, value: ({ bearer }) => bearer },
  { label: copy.columns.state, value: ({ state }) => copy.states[state] ?? state },
  { label: 'Currency', value: ({ currency }) => currency },
  { label: copy.columns.amount, value: ({ amount }) => amount },
  { label: copy.columns.number, value: ({ providerRefundId }) => providerRefundId },
  { label: copy.columns.finished, value: ({ finishedAt }) => finishedAt },
]

/** List of all refunds. */
export function Refunds() {
  const { filters, debouncedFilters, change } = useFilters('refunds', NO_FILTERS)
  const refunds = useInfiniteQuery({
    ...adminRefundsQuery(debouncedFilters.state),
    placeholderData: keepPreviousData,
  })
  const disabledReason = useDisabledReason('finance')
  const [retrying, setRetrying] = useState<AdminRefund | null>(null)
  const columns = useMemo(
    () => [
      refundTimeLinkColumn,
      refundReasonColumn,
      refundStateColumn,
      refundAttemptColumn,
      refundFinishedColumn,
      refundAmountColumn,
      refundActionColumn(disabledReason, setRetrying),
    ],
    [disabledReason],
  )
  return (
    <>
      <PageHeader title={copy.title} lead={copy.lead} />
      <AdminList query={refunds} labels={copy} columns={columns} rowKey={({ _id }) => _id}>
        <StateSelect
          label={copy.state}
          allLabel={copy.anyState}
          labels={copy.filterStates}
          value={filters.state}
          onChange={(state) => change({ state })}
        />
        <CsvButton name="refunds" columns={CSV_COLUMNS} load={() => fetchAllRefunds(filters.state)} />
      </AdminList>
      {retrying && <RetryRefundDialog refund={retrying} onClose={() => setRetrying(null)} />}
    </>
  )
}
