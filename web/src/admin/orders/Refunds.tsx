import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useFilters } from '@/admin/filters'
import { Listing } from '@/admin/Listing'
import { useRefusal } from '@/admin/roles'
import { StateSelect } from '@/admin/StateSelect'
import { Title } from '@/admin/Title'
import { refundsQuery } from '@/api/adminOrders'
import type { RefundRow } from '@/api/adminPeopleTypes'
import { adminOrdersCopy } from '@/copy/adminOrders'
import { RetryRefund } from './RetryRefund'
import { acts, amount, asked, attempt, finished, state, why } from './refundColumns'

const copy = adminOrdersCopy.refunds
const NONE = { state: '' }

/** Money on its way back. */
export function Refunds() {
  const { filters, settled, change } = useFilters('refunds', NONE)
  const refunds = useInfiniteQuery({ ...refundsQuery(settled.state), placeholderData: keepPreviousData })
  const refusal = useRefusal('finance')
  const [retrying, setRetrying] = useState<RefundRow | null>(null)
  const columns = useMemo(
    () => [asked, why, state, attempt, finished, amount, acts(refusal, setRetrying)],
    [refusal],
  )
  return (
    <>
      <Title title={copy.title} lead={copy.lead} />
      <Listing query={refunds} words={copy} columns={columns} rowKey={({ _id }) => _id}>
        <StateSelect
          label={copy.state}
          all={copy.anyState}
          words={copy.filterStates}
          value={filters.state}
          onChange={(state) => change({ state })}
        />
      </Listing>
      {retrying && <RetryRefund refund={retrying} onClose={() => setRetrying(null)} />}
    </>
  )
}
