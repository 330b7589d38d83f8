import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { adminClient as client } from './adminClient'
import { cursorPaging, fetchAllPages, pageParams } from './adminPaging'
import type { AdminOrderDetails } from './adminPeopleTypes'
import { call } from './client'
import * as sdk from './gen/sdk.gen'

const keys = ['admin', 'orders'] as const
/** Polling interval while a refund is in progress. */
const POLL_MS = 5000

export interface OrdersFilter {
  /** Start of words in a name or address, an id, or the payment provider's id. */
  q: string
  /** Empty for all. */
  state: string
}

export const adminOrdersQuery = ({ q, state }: OrdersFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys, 'list', state, q],
    queryFn: ({ signal, pageParam: after }) =>
      call(
        sdk.adminListOrders({
          client,
          signal,
          query: { ...pageParams(after), ...(q && { q }), ...(state && { state }) },
        }),
      ),
    ...cursorPaging,
  })

/** All orders that match the filter, for an export. */
export const fetchAllOrders = ({ q, state }: OrdersFilter) =>
  fetchAllPages((page) =>
    call(sdk.adminListOrders({ client, query: { ...page, ...(q && { q }), ...(state && { state }) } })),
  )

/** All refunds in a state, for an export. */
export const fetchAllRefunds = (state: string) =>
  fetchAllPages((page) => call(sdk.adminListRefunds({ client, query: { ...page, ...(state && { state }) } })))

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

/** Refunds in one state, or all if `state` is empty. */
export const adminRefundsQuery = (state: string) =>
  infiniteQueryOptions({
    queryKey: [...keys, 'refunds', state],
    queryFn: ({ signal, pageParam: after }) =>
      call(
        sdk.adminListRefunds({
          client,
          signal,
          query: { ...pageParams(after), ...(state && { state }) },
        }),
      ),
    ...cursorPaging,
  })
