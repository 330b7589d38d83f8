import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import { client } from './gen/client.gen'
import * as sdk from './gen/purchases/sdk.gen'
import { keys } from './keys'

const ORDER_LIMIT = 100

export const getOrder = (id: string, signal?: AbortSignal) =>
  call(sdk.getOrder({ client, path: { id }, ...(signal ? { signal } : {}) }))

/** Cancels an order that awaits payment and frees its seat. It may come back in another state. */
export const cancelOrder = (id: string) => call(sdk.cancelOrder({ client, path: { id } }))

/** The signed-in student's orders, newest first. */
export const ordersQuery = () =>
  queryOptions({
    queryKey: keys.orders,
    queryFn: ({ signal }) => call(sdk.listOrders({ client, query: { limit: ORDER_LIMIT }, signal })),
  })

export const orderQuery = (id: string) =>
  queryOptions({ queryKey: keys.order(id), queryFn: ({ signal }) => getOrder(id, signal) })

export const receiptQuery = (id: string) =>
  queryOptions({
    queryKey: keys.receipt(id),
    queryFn: ({ signal }) => call(sdk.getReceipt({ client, path: { id }, signal })),
  })
