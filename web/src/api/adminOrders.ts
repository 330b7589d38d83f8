import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { adminClient as client } from './adminClient'
import { paged, rowsAfter } from './adminPaging'
import { call } from './client'
import {
  adminGetOrder,
  adminListOrders,
  adminListRefunds,
  adminRefundOrder,
  adminRetryRefund,
} from './gen/sdk.gen'

const keys = ['admin', 'orders'] as const
/** How often to look whether what is under way has come to its end. */
const LOOK_MS = 5000

export interface OrdersFilter {
  /** How words of a name or address begin, an id, or the provider's id. */
  q: string
  /** Empty for all. */
  state: string
}

export const ordersQuery = ({ q, state }: OrdersFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys, 'list', state, q],
    queryFn: ({ signal, pageParam: after }) =>
      call(
        adminListOrders({
          client,
          signal,
          query: { ...rowsAfter(after), ...(q && { q }), ...(state && { state }) },
        }),
      ),
    ...paged,
  })

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys, 'one', id],
    queryFn: ({ signal }) => call(adminGetOrder({ client, signal, path: { id } })),
    refetchInterval: ({ state }) => (state.data?.order.state === 'refunding' ? LOOK_MS : false),
  })

export const refundOrder = (id: string, reason: string) =>
  call(adminRefundOrder({ client, path: { id }, body: { reason } }))

/** Asks the provider at once for a refund that has failed. */
export const retryRefund = (id: string, reason: string) =>
  call(adminRetryRefund({ client, path: { id }, body: { reason } }))

/** Refunds in a state, or all. */
export const refundsQuery = (state: string) =>
  infiniteQueryOptions({
    queryKey: [...keys, 'refunds', state],
    queryFn: ({ signal, pageParam: after }) =>
      call(
        adminListRefunds({
          client,
          signal,
          query: { ...rowsAfter(after), ...(state && { state }) },
        }),
      ),
    ...paged,
  })
