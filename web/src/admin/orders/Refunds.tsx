import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useFilters } from '@/admin/filters'
import { Listing } from '@/admin/Listing'
import { StateSelect } from '@/admin/StateSelect'
import { Title } from '@/admin/Title'
import { refundsQuery } from '@/api/adminOrders'
import { adminOrdersCopy } from '@/copy/adminOrders'
import { amount, asked, attempt, finished, state, why } from './refundColumns'

const copy = adminOrdersCopy.refunds
const NONE = { state: '' }
const COLUMNS = [asked, why, state, attempt, finished, amount]

/** Money on its way back. */
export function Refunds() {
  const { filters, settled, change } = useFilters('refunds', NONE)
  const refunds = useInfiniteQuery({ ...refundsQuery(settled.state), placeholderData: keepPreviousData })
  return (
    <>
      <Title title={copy.title} lead={copy.lead} />
      <Listing query={refunds} words={copy} columns={COLUMNS} rowKey={({ _id }) => _id}>
        <StateSelect
          label={copy.state}
          all={copy.anyState}
          words={copy.filterStates}
          value={filters.state}
          onChange={(state) => change({ state })}
        />
      </Listing>
    </>
  )
}
