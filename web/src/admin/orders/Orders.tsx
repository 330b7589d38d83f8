import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { AdminList } from '@/admin/AdminList'
import { CsvButton } from '@/admin/CsvButton'
import { useFilters } from '@/admin/filters'
import { PageHeader } from '@/admin/PageHeader'
import { SearchField } from '@/admin/SearchField'
import { StateSelect } from '@/admin/StateSelect'
import { adminOrdersQuery, fetchAllOrders } from '@/api/adminOrders'
import type { AdminOrder } from '@/api/adminPeopleTypes'
import { adminOrdersCopy } from '@/copy/adminOrders'
import type { CsvColumn } from '@/lib/csv'
import {
  orderClassTimeColumn,
  orderItemColumn,
  orderStateColumn,
  orderStudentColumn,
  orderTimeColumn,
  orderTotalColumn,
} from './orderColumns'

const copy = adminOrdersCopy.list
const NO_FILTERS = { q: '', state: '' }
const COLUMNS = [
  orderItemColumn,
  orderStudentColumn,
  orderClassTimeColumn,
  orderStateColumn,
  orderTimeColumn,
  orderTotalColumn,
]

const CSV_COLUMNS: CsvColumn<AdminOrder>[] = [
  { label: 'ID', value: ({ _id }) => _id },
  { label: copy.columns.at, value: ({ createdAt }) => createdAt },
  { label: copy.columns.student, value: ({ studentName }) => studentName },
  { label: adminOrdersCopy.facts.teacher, value: ({ teacherName }) => teacherName },
  {
    label: copy.columns.what,
    value: ({ purpose, packageSize }) => adminOrdersCopy.what(purpose, packageSize),
  },
  { label: copy.columns.class, value: ({ dateTime }) => dateTime },
  { label: copy.columns.state, value: ({ state }) => adminOrdersCopy.states[state] ?? state },
  { label: 'Currency', value: ({ currency }) => currency },
  { label: copy.columns.total, value: ({ total }) => total },
  { label: adminOrdersCopy.facts.service, value: ({ serviceFee }) => serviceFee },
  { label: adminOrdersCopy.facts.providerFee, value: ({ providerFee }) => providerFee },
  { label: adminOrdersCopy.facts.discount, value: ({ discount }) => discount },
  { label: adminOrdersCopy.facts.paid, value: ({ paidAt }) => paidAt },
  { label: adminOrdersCopy.facts.provider, value: ({ providerOrderId }) => providerOrderId },
  { label: adminOrdersCopy.facts.receipt, value: ({ receiptNumber }) => receiptNumber },
]

/** List of all orders. */
export function Orders() {
  const { filters, debouncedFilters, change } = useFilters('orders', NO_FILTERS)
  const orders = useInfiniteQuery({
    ...adminOrdersQuery(debouncedFilters),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader title={copy.title} lead={copy.lead} />
      <AdminList query={orders} labels={copy} columns={COLUMNS} rowKey={({ _id }) => _id}>
        <SearchField
          label={copy.search}
          hint={copy.searchHint}
          value={filters.q}
          onChange={(q) => change({ q })}
        />
        <StateSelect
          label={copy.state}
          allLabel={copy.anyState}
          labels={adminOrdersCopy.filterStates}
          value={filters.state}
          onChange={(state) => change({ state })}
        />
        <CsvButton name="orders" columns={CSV_COLUMNS} load={() => fetchAllOrders(filters)} />
      </AdminList>
    </>
  )
}
