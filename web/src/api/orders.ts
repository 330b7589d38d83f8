import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import { getOrder as getOrderCall, getReceipt, listOrders, release } from './gen/sdk.gen'
import { keys } from './keys'

const ORDERS_SHOWN = 100

export const getOrder = (id: string, signal?: AbortSignal) =>
  call(getOrderCall({ path: { id }, ...(signal ? { signal } : {}) }))

/** Gives up an order that has not been paid; the seat is free for others at once. */
export const releaseOrder = (id: string) => call(release({ path: { id } }))

/** The signed-in student's orders, newest first. */
export const ordersQuery = () =>
  queryOptions({
    queryKey: keys.orders,
    queryFn: ({ signal }) => call(listOrders({ query: { limit: ORDERS_SHOWN }, signal })),
  })

export const orderQuery = (id: string) =>
  queryOptions({ queryKey: keys.order(id), queryFn: ({ signal }) => getOrder(id, signal) })

export const receiptQuery = (id: string) =>
  queryOptions({
    queryKey: keys.receipt(id),
    queryFn: ({ signal }) => call(getReceipt({ path: { id }, signal })),
  })
