import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { adminClient as client } from './adminClient'
import { cursorPaging, fileOf, pageParams } from './adminPaging'
import type { AdminOrderDetails } from './adminPeopleTypes'
import { call } from './client'
import * as sdk from './gen/admin/sdk.gen'

const keys = ['admin', 'orders'] as const
/** Polling interval while a refund is in progress. */
const POLL_MS = 5000

export interface OrdersFilter {
  /** Start of words in a name or address, an id, or the payment provider's id. */
  q: string
  /** Empty for all. */
  state: string
  /** Empty for the newest first. */
  sort: string
}

const filterParams = ({ q, state, sort }: OrdersFilter) => ({
  ...(q && { q }),
  ...(state && { state }),
  ...(sort && { sort }),
})

export const adminOrdersQuery = (filter: OrdersFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys, 'list', filter],
    queryFn: ({ signal, pageParam: after }) =>
      call(sdk.adminListOrders({ client, signal, query: { ...pageParams(after), ...filterParams(filter) } })),
    ...cursorPaging,
  })

/** Exports all orders that match the filter as a CSV file, in the same order. */
export const exportOrders = (filter: OrdersFilter) =>
  fileOf(call<unknown>(sdk.adminExportOrders({ client, query: filterParams(filter), parseAs: 'blob' })))

export const adminOrderQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys, 'one', id],
    queryFn: ({ signal }) => call(sdk.adminGetOrder({ client, signal, path: { id } })),
    refetchInterval: ({ state }) => (state.data && hasRefundInProgress(state.data) ? POLL_MS : false),
  })

function hasRefundInProgress({ order, refunds }: AdminOrderDetails): boolean {
  return (
    order.state === 'refunding' || refunds.some(({ state }) => state === 'requested' || state === 'started')
  )
}

export interface PartialRefund {
  /** In major units. */
  amount: number
  /** What can be refunded, as shown when the administrator decided. */
  refundable: number
  bearer: 'platform' | 'teacher'
  /** The same for every attempt of one refund. */
  idempotencyKey: string
}

/** Refunds a part of the payment; the class or the package stays. */
export const refundPart = (id: string, refund: PartialRefund, reason: string) =>
  call(sdk.adminCreatePartialRefund({ client, path: { id }, body: { ...refund, reason } }))

export const refundOrder = (id: string, reason: string) =>
  call(sdk.adminRefundOrder({ client, path: { id }, body: { reason } }))

/** Retries a failed refund immediately. */
export const retryRefund = (id: string, reason: string) =>
  call(sdk.adminRetryRefund({ client, path: { id }, body: { reason } }))

export interface RefundsFilter {
  /** Empty for all. */
  state: string
  /** Empty for the newest first. */
  sort: string
}

const refundParams = ({ state, sort }: RefundsFilter) => ({ ...(state && { state }), ...(sort && { sort }) })

export const adminRefundsQuery = (filter: RefundsFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys, 'refunds', filter],
    queryFn: ({ signal, pageParam: after }) =>
      call(
        sdk.adminListRefunds({ client, signal, query: { ...pageParams(after), ...refundParams(filter) } }),
      ),
    ...cursorPaging,
  })

/** Exports all refunds that match the filter as a CSV file, in the same order. */
export const exportRefunds = (filter: RefundsFilter) =>
  fileOf(call<unknown>(sdk.adminExportRefunds({ client, query: refundParams(filter), parseAs: 'blob' })))
