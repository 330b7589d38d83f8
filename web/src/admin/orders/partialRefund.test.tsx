import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aSession } from '@/admin/test/builders'
import {
  anAdminOrder,
  aRefund,
  someBookingDetails,
  someOrderDetails,
  somePersonDetails,
} from '@/admin/test/peopleBuilders'
import { adminErrorResponse, recordPosts, renderAdmin, respondToGet } from '@/admin/test/renderAdmin'
import type { AdminOrderDetails } from '@/api/adminPeopleTypes'
import { signInAdmin } from '@/session/admin'
import { aBooking } from '@/test/builders'

const ORDER_URL = '*/api/admin/orders/order-1'
const TERMS = { refundable: 1022.98, shared: 1022.98, noRefund: null, noTeacherShare: null }

beforeEach(async () => {
  recordPosts('*/api/admin/login', () => ({ success: true, ...aSession() }))
  await signInAdmin({ username: 'rukmini', password: 'a long secret' })
})

async function openDialog(initial: AdminOrderDetails = someOrderDetails()) {
  const server = { data: initial }
  respondToGet(ORDER_URL, () => server.data)
  const { person } = renderAdmin('/admin#orders/order-1')
  await person.click(await screen.findByRole('button', { name: 'Partial refund' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund part of the payment' }))
  const type = async (amount: string) => {
    const field = dialog.getByRole('textbox', { name: 'Amount' })
    expect(field).toHaveAttribute('placeholder', '₹')
    await person.clear(field)
    await person.type(field, amount)
  }
  return { person, server, dialog, type }
}

test('a partial refund shows its effect, is sent once, and is listed with its bearer', async () => {
  const { person, server, dialog, type } = await openDialog()
  const requests = recordPosts(`${ORDER_URL}/partial-refunds`, () => {
    const refund = aRefund({ amount: 204.6, reason: 'partial', bearer: 'teacher', bookingId: null })
    server.data = someOrderDetails({
      refunds: [refund],
      partialRefund: { ...TERMS, refundable: 818.38, shared: 818.38 },
    })
    return server.data
  })
  await type('204.6')
  expect(
    dialog.getByText(
      'Meera Iyer gets ₹204.60 back. The platform pays for it, and Padma Subramaniam earns as much as before.',
    ),
  ).toBeVisible()
  await person.click(dialog.getByRole('radio', { name: 'Shared with the teacher' }))
  expect(
    dialog.getByText('Meera Iyer gets ₹204.60 back. Padma Subramaniam earns 20% less from this purchase.'),
  ).toBeVisible()
  await person.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Bad sound')
  await person.dblClick(dialog.getByRole('button', { name: 'Refund ₹204.60' }))
  const refunds = within(await screen.findByRole('table', { name: 'Refunds' }))
  expect(refunds.getByText('Partial refund')).toBeVisible()
  expect(refunds.getByText('Shared with the teacher')).toBeVisible()
  expect(requests.map(({ body }) => body)).toEqual([
    {
      amount: 204.6,
      refundable: 1022.98,
      bearer: 'teacher',
      reason: 'Bad sound',
      idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
    },
  ])
})

test('the dialog says what was refunded before', async () => {
  const partialRefund = { refundable: 822.98, shared: 822.98, noRefund: null, noTeacherShare: null }
  const { dialog } = await openDialog(someOrderDetails({ partialRefund }))
  expect(dialog.getByText(/^₹200 of this payment has been refunded before\./)).toBeVisible()
})

test.each(['', '0.5', '1023'])('the amount %j is not sent', async (amount) => {
  const { person, dialog, type } = await openDialog()
  const requests = recordPosts(`${ORDER_URL}/partial-refunds`, () => someOrderDetails())
  if (amount) await type(amount)
  await person.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Bad sound')
  await person.click(dialog.getByRole('button', { name: 'Refund' }))
  expect(await dialog.findByText('Enter an amount from ₹1 to ₹1,022.98')).toBeVisible()
  expect(requests).toEqual([])
})

test('an error of the server keeps the dialog open, and the next attempt has the same key', async () => {
  const { person, dialog, type } = await openDialog()
  const detail = 'Another refund of this payment was requested. Check the order and try again.'
  const requests = recordPosts(`${ORDER_URL}/partial-refunds`, () =>
    adminErrorResponse(409, 'version_conflict', { detail }),
  )
  await type('100')
  await person.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Bad sound')
  await person.click(dialog.getByRole('button', { name: 'Refund ₹100' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent(detail)
  await person.click(dialog.getByRole('button', { name: 'Refund ₹100' }))
  await waitFor(() => expect(requests).toHaveLength(2))
  const keys = requests.map(({ body }) => (body as { idempotencyKey: string }).idempotencyKey)
  expect(keys[0]).toBe(keys[1])
})

test.each([
  ['paid_out', /are in a payout, so the platform pays/],
  ['cancelled', /The class was cancelled/],
  ['spent', /are used or expired, so the platform pays/],
] as const)('the teacher’s share is disabled with its reason: %s', async (noTeacherShare, reason) => {
  const { dialog } = await openDialog(someOrderDetails({ partialRefund: { ...TERMS, noTeacherShare } }))
  expect(dialog.getByRole('radio', { name: 'Shared with the teacher' })).toBeDisabled()
  expect(dialog.getByText(reason)).toBeVisible()
})

test('a payment of which nothing is left has no button', async () => {
  const partialRefund = { ...TERMS, refundable: 0, noRefund: 'nothing' } as const
  respondToGet(ORDER_URL, () => someOrderDetails({ order: anAdminOrder(), partialRefund }))
  renderAdmin('/admin#orders/order-1')
  await screen.findByRole('heading', { level: 2, name: 'History' })
  expect(screen.queryByRole('button', { name: 'Partial refund' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull()
  expect(screen.getByText(/^The whole payment was refunded/)).toBeVisible()
})

test('an order and its booking show what was refunded and what is on its way', async () => {
  const order = anAdminOrder({ refunded: 250.3, refundPending: 50 })
  respondToGet(ORDER_URL, () => someOrderDetails({ order }))
  const { unmount } = renderAdmin('/admin#orders/order-1')
  expect(await screen.findByText('Refunded ₹250.30')).toBeVisible()
  expect(screen.getByText('Refund of ₹50 in progress')).toBeVisible()
  unmount()
  respondToGet('*/api/admin/people/student-1', () => somePersonDetails())
  respondToGet('*/api/admin/bookings/booking-1', () =>
    someBookingDetails({ booking: aBooking({ orderId: 'order-1' }) }),
  )
  renderAdmin('/admin#bookings/booking-1')
  expect(await screen.findByText('Refunded ₹250.30')).toBeVisible()
})
