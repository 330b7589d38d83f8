import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { AdminList } from '@/admin/AdminList'
import { CsvButton } from '@/admin/CsvButton'
import { countText } from '@/admin/countText'
import { useFilters } from '@/admin/filters'
import { PageHeader } from '@/admin/PageHeader'
import { SearchField } from '@/admin/SearchField'
import { StateSelect } from '@/admin/StateSelect'
import type { SortFields } from '@/admin/sorting'
import { adminOrdersQuery, exportOrders } from '@/api/adminOrders'
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
const NO_FILTERS = { q: '', state: '', sort: '' }
const COLUMNS = [
  orderItemColumn,
  orderStudentColumn,
  orderClassTimeColumn,
  orderStateColumn,
  orderTimeColumn,
  orderTotalColumn,
]

const SORT_FIELDS: SortFields = {
  at: { field: 'createdAt', kind: 'time' },
  total: { field: 'total', kind: 'amount' },
}

/** List of all orders. */
export function Orders() {
  const { filters, debouncedFilters, change } = useFilters('orders', NO_FILTERS)
  const orders = useInfiniteQuery({
    ...adminOrdersQuery(debouncedFilters),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader title={copy.title} lead={copy.lead} count={countText(orders.data, copy.rows)} />
      <AdminList
        query={orders}
        sorting={{ fields: SORT_FIELDS, value: filters.sort, onChange: (sort) => change({ sort }) }}
        labels={copy}
        columns={COLUMNS}
        rowKey={({ _id }) => _id}
      >
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
        <CsvButton name="orders" load={() => exportOrders(debouncedFilters)} />
      </AdminList>
    </>
  )
}
