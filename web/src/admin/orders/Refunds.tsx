import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { AdminList } from '@/admin/AdminList'
import { CsvButton } from '@/admin/CsvButton'
import { countText } from '@/admin/countText'
import { useFilters } from '@/admin/filters'
import { PageHeader } from '@/admin/PageHeader'
import { useDisabledReason } from '@/admin/roles'
import { StateSelect } from '@/admin/StateSelect'
import type { SortFields } from '@/admin/sorting'
import { adminRefundsQuery, exportRefunds } from '@/api/adminOrders'
import type { AdminListedRefund, AdminRefund } from '@/api/adminPeopleTypes'
import { adminOrdersCopy } from '@/copy/adminOrders'
import type { Column } from '@/ui/DataList'
import { RetryRefundDialog } from './RetryRefundDialog'
import {
  refundActionColumn,
  refundAmountColumn,
  refundAttemptColumn,
  refundFinishedColumn,
  refundReasonColumn,
  refundStateColumn,
  refundStudentColumn,
  refundTimeLinkColumn,
} from './refundColumns'

const copy = adminOrdersCopy.refunds
const NO_FILTERS = { state: '', sort: '' }

const SORT_FIELDS: SortFields = { at: { field: 'createdAt', kind: 'time' } }

/** List of all refunds. */
export function Refunds() {
  const { filters, debouncedFilters, change } = useFilters('refunds', NO_FILTERS)
  const refunds = useInfiniteQuery({
    ...adminRefundsQuery(debouncedFilters),
    placeholderData: keepPreviousData,
  })
  const disabledReason = useDisabledReason('finance')
  const [retrying, setRetrying] = useState<AdminRefund | null>(null)
  const columns = useMemo(
    (): Column<AdminListedRefund>[] => [
      refundTimeLinkColumn,
      refundStudentColumn,
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
      <PageHeader title={copy.title} lead={copy.lead} count={countText(refunds.data, copy.rows)} />
      <AdminList
        query={refunds}
        sorting={{ fields: SORT_FIELDS, value: filters.sort, onChange: (sort) => change({ sort }) }}
        labels={copy}
        columns={columns}
        rowKey={({ _id }) => _id}
      >
        <StateSelect
          label={copy.state}
          allLabel={copy.anyState}
          labels={copy.filterStates}
          value={filters.state}
          onChange={(state) => change({ state })}
        />
        <CsvButton name="refunds" load={() => exportRefunds(debouncedFilters)} />
      </AdminList>
      {retrying && <RetryRefundDialog refund={retrying} onClose={() => setRetrying(null)} />}
    </>
  )
}
