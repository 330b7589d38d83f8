import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useFilters } from '@/admin/filters'
import { Listing } from '@/admin/Listing'
import { SearchField } from '@/admin/SearchField'
import { StateSelect } from '@/admin/StateSelect'
import { Title } from '@/admin/Title'
import { ordersQuery } from '@/api/adminOrders'
import { adminOrdersCopy } from '@/copy/adminOrders'
import { classAt, ordered, state, student, total, what } from './columns'

const copy = adminOrdersCopy.list
const NONE = { q: '', state: '' }
const COLUMNS = [what, student, classAt, state, ordered, total]

/** Every purchase. */
export function Orders() {
  const { filters, settled, change } = useFilters('orders', NONE)
  const orders = useInfiniteQuery({ ...ordersQuery(settled), placeholderData: keepPreviousData })
  return (
    <>
      <Title title={copy.title} lead={copy.lead} />
      <Listing query={orders} words={copy} columns={COLUMNS} rowKey={({ _id }) => _id}>
        <SearchField
          label={copy.search}
          hint={copy.searchHint}
          value={filters.q}
          onChange={(q) => change({ q })}
        />
        <StateSelect
          label={copy.state}
          all={copy.anyState}
          words={adminOrdersCopy.filterStates}
          value={filters.state}
          onChange={(state) => change({ state })}
        />
      </Listing>
    </>
  )
}
