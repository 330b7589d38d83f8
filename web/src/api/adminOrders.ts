import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { adminClient as client } from './adminClient'
import { cursorPaging, fetchAllPages, pageParams } from './adminPaging'
import { call } from './client'
import {
  adminGetOrder,
  adminListOrders,
  adminListRefunds,
  adminRefundOrder,
  adminRetryRefund,
} from './gen/sdk.gen'

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
        adminListOrders({
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
    call(adminListOrders({ client, query: { ...page, ...(q && { q }), ...(state && { state }) } })),
  )

/** All refunds in a state, for an export. */
export const fetchAllRefunds = (state: string) =>
  fetchAllPages((page) => call(adminListRefunds({ client, query: { ...page, ...(state && { state }) } })))

export const adminOrderQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys, 'one', id],
    queryFn: ({ signal }) => call(adminGetOrder({ client, signal, path: { id } })),
    refetchInterval: ({ state }) => (state.data?.order.state === 'refunding' ? POLL_MS : false),
  })

export const refundOrder = (id: string, reason: string) =>
  call(adminRefundOrder({ client, path: { id }, body: { reason } }))

/** Retries a failed refund immediately. */
export const retryRefund = (id: string, reason: string) =>
  call(adminRetryRefund({ client, path: { id }, body: { reason } }))

/** Refunds in one state, or all if `state` is empty. */
export const adminRefundsQuery = (state: string) =>
  infiniteQueryOptions({
    queryKey: [...keys, 'refunds', state],
    queryFn: ({ signal, pageParam: after }) =>
      call(
        adminListRefunds({
          client,
          signal,
          query: { ...pageParams(after), ...(state && { state }) },
        }),
      ),
    ...cursorPaging,
  })
