import { expect, it } from 'vitest'
import { forgetOrder, recallOrder, rememberOrder } from './storedOrder'

const proof = { order_id: 'o', payment_id: 'p', signature: 's' }

it('comes back after a reload, with the word of the provider', () => {
  rememberOrder({ studentId: 'meera', orderId: 'order-1', proof })
  expect(recallOrder('meera')).toEqual({ studentId: 'meera', orderId: 'order-1', proof })
})

it('is not shown to the next person at this browser', () => {
  rememberOrder({ studentId: 'meera', orderId: 'order-1', proof: null })
  expect(recallOrder('asha')).toBeNull()
})

it('is forgotten by its own name only', () => {
  rememberOrder({ studentId: 'meera', orderId: 'order-2', proof: null })
  forgetOrder('meera', 'order-1')
  expect(recallOrder('meera')?.orderId).toBe('order-2')
  forgetOrder('meera', 'order-2')
  expect(recallOrder('meera')).toBeNull()
})

it.each([
  '{',
  '"text"',
  '{"studentId":"meera","orderId":7,"proof":null}',
  '{"studentId":"meera","orderId":"o","proof":{}}',
])('is nothing when storage holds %s', (text) => {
  localStorage.setItem('tala.open-order', text)
  expect(recallOrder('meera')).toBeNull()
})
