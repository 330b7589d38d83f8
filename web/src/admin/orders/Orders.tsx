import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { AdminList } from '@/admin/AdminList'
import { useFilters } from '@/admin/filters'
import { PageHeader } from '@/admin/PageHeader'
import { SearchField } from '@/admin/SearchField'
import { StateSelect } from '@/admin/StateSelect'
import { adminOrdersQuery } from '@/api/adminOrders'
import { adminOrdersCopy } from '@/copy/adminOrders'
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
      </AdminList>
    </>
  )
}
