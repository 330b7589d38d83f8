import { expect, it } from 'vitest'
import { readStoredOrder, removeStoredOrder, storeOrder } from './storedOrder'

const proof = { order_id: 'o', payment_id: 'p', signature: 's' }

it('is restored with its proof after a reload', () => {
  storeOrder({ studentId: 'meera', orderId: 'order-1', proof })
  expect(readStoredOrder('meera')).toEqual({ studentId: 'meera', orderId: 'order-1', proof })
})

it('is not returned to another user of the browser', () => {
  storeOrder({ studentId: 'meera', orderId: 'order-1', proof: null })
  expect(readStoredOrder('asha')).toBeNull()
})

it('is removed only by its own id', () => {
  storeOrder({ studentId: 'meera', orderId: 'order-2', proof: null })
  removeStoredOrder('meera', 'order-1')
  expect(readStoredOrder('meera')?.orderId).toBe('order-2')
  removeStoredOrder('meera', 'order-2')
  expect(readStoredOrder('meera')).toBeNull()
})

it.each([
  '{',
  '"text"',
  '{"studentId":"meera","orderId":7,"proof":null}',
  '{"studentId":"meera","orderId":"o","proof":{}}',
])('is ignored if storage contains %s', (text) => {
  localStorage.setItem('tala.open-order.meera', text)
  expect(readStoredOrder('meera')).toBeNull()
})

it('keeps the orders of two children apart', () => {
  storeOrder({ studentId: 'asha', orderId: 'o-1', proof: null })
  storeOrder({ studentId: 'ravi', orderId: 'o-2', proof: null })
  expect(readStoredOrder('asha')?.orderId).toBe('o-1')
  removeStoredOrder('ravi', 'o-2')
  expect([readStoredOrder('asha')?.orderId, readStoredOrder('ravi')]).toEqual(['o-1', null])
})
