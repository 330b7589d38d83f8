import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aSession } from '@/admin/test/builders'
import { anAdminOrder, aRefund, someOrderDetails } from '@/admin/test/peopleBuilders'
import { adminErrorResponse, recordPosts, renderAdmin, respondToGet } from '@/admin/test/renderAdmin'
import type { AdminOrderDetails } from '@/api/adminPeopleTypes'
import { signInAdmin } from '@/session/admin'

const ORDER_URL = '*/api/admin/orders/order-1'

beforeEach(async () => {
  recordPosts('*/api/admin/login', () => ({ success: true, ...aSession() }))
  await signInAdmin({ username: 'rukmini', password: 'a long secret' })
})

async function openOrder(initial: AdminOrderDetails = someOrderDetails()) {
  const server = { data: initial }
  respondToGet(ORDER_URL, () => server.data)
  const { person } = renderAdmin('/admin#orders/order-1')
  await screen.findByRole('heading', { level: 2, name: 'History' })
  return { person, server }
}

const refundButton = () => screen.getByRole('button', { name: 'Refund' })

test('orders are filtered by state and searched by payment id', async () => {
  respondToGet('*/api/admin/orders', (url) => {
    const { state, q } = Object.fromEntries(url.searchParams)
    return { items: state === 'refunded' && q === 'pay_1' ? [] : [anAdminOrder()], next: null }
  })
  const { person } = renderAdmin('/admin#orders')
  const row = await screen.findByRole('row', { name: /One class with Padma/ })
  expect(within(row).getByText('₹1,022.98')).toBeVisible()
  expect(within(row).getByText('Class booked')).toBeVisible()
  expect(within(row).getByRole('cell', { name: /^Mon, 23 Nov/ })).toBeVisible()
  await person.type(screen.getByRole('searchbox'), 'pay_1')
  await person.click(screen.getByRole('combobox', { name: 'Status' }))
  await person.click(await screen.findByRole('option', { name: 'Refunded' }))
  expect(await screen.findByText('No orders found')).toBeVisible()
})

test('the list shows how much of an order was refunded and what is in progress', async () => {
  const items = [
    anAdminOrder({ refunded: 250.3, refundPending: 50 }),
    anAdminOrder({ _id: 'order-2', purpose: 'package', packageSize: 4 }),
  ]
  respondToGet('*/api/admin/orders', () => ({ items, next: null }))
  renderAdmin('/admin#orders')
  const partly = within(await screen.findByRole('row', { name: /One class with Padma/ }))
  expect(partly.getByText('Refunded ₹250.30')).toBeVisible()
  expect(partly.getByText('Refund of ₹50 in progress')).toBeVisible()
  expect(screen.getByRole('row', { name: /4 classes with Padma/ })).not.toHaveTextContent('Refund')
})

test('an order shows every amount unrounded and links to the class and the student', async () => {
  await openOrder(someOrderDetails({ order: anAdminOrder({ discount: 99.9, couponCode: 'DIWALI' }) }))
  expect(screen.getByRole('link', { name: 'Open the booking' })).toHaveAttribute(
    'href',
    '#bookings/booking-1',
  )
  expect(screen.getByRole('link', { name: 'Meera Iyer' })).toHaveAttribute('href', '#people/student-1')
  expect(screen.getByText('Discount (DIWALI)')).toBeVisible()
  expect(screen.getByText('−₹99.90')).toBeVisible()
  expect(screen.getByText('pay_Fx1')).toBeVisible()
  expect(screen.getByText('No refunds')).toBeVisible()
})

test('a refund shows the amount, is sent once and is listed afterwards', async () => {
  const { person, server } = await openOrder()
  const requests = recordPosts(`${ORDER_URL}/refund`, () => {
    const order = anAdminOrder({ state: 'refunding' })
    server.data = someOrderDetails({ order, noRefund: 'already', refunds: [aRefund()] })
    return server.data
  })
  await person.click(refundButton())
  const dialog = await screen.findByRole('dialog', { name: 'Refund ₹1,022.98?' })
  expect(within(dialog).getByText(/and cancels the class/)).toBeVisible()
  await person.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'By mistake')
  await person.dblClick(within(dialog).getByRole('button', { name: 'Refund ₹1,022.98' }))
  const refunds = await screen.findByRole('table', { name: 'Refunds' })
  expect(within(refunds).getByText('Requested', { selector: 'span' })).toBeVisible()
  expect(requests.map(({ body }) => body)).toEqual([{ reason: 'By mistake' }])
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull())
})

test('an error of the server is shown in the dialog', async () => {
  const detail = 'Credits of this package were spent or have expired. A refund gives back a whole payment.'
  const order = anAdminOrder({
    purpose: 'package',
    packageSize: 8,
    state: 'credited',
    bookingId: null,
    dateTime: null,
  })
  const { person } = await openOrder(someOrderDetails({ order }))
  expect(screen.getByRole('heading', { level: 1, name: '8 classes for Meera Iyer' })).toBeVisible()
  recordPosts(`${ORDER_URL}/refund`, () => adminErrorResponse(409, 'not_cancellable', { detail }))
  await person.click(refundButton())
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText(/and removes the credits/)).toBeVisible()
  await person.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'By mistake')
  await person.click(within(dialog).getByRole('button', { name: /^Refund/ }))
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(detail)
})

test.each([
  ['exchanged', /was cancelled for a credit, so the payment can’t be refunded/],
  ['begun', /has started.*give credits/],
  ['spent', /are used or expired/],
  ['free', /Nothing was paid/],
] as const)(
  'an order that cannot be refunded shows the reason instead of the button: %s',
  async (noRefund, reason) => {
    await openOrder(someOrderDetails({ noRefund }))
    expect(screen.getByText(reason)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull()
  },
)

test('refunds link to their orders and students', async () => {
  respondToGet('*/api/admin/refunds', (url) =>
    url.searchParams.get('state') === 'failed'
      ? {
          items: [
            {
              ...aRefund({ state: 'failed', attempt: 4 }),
              studentId: 'student-1',
              studentName: 'Meera Iyer',
            },
          ],
          next: null,
        }
      : { items: [], next: null },
  )
  const { person } = renderAdmin('/admin#refunds')
  expect(await screen.findByText('No refunds found')).toBeVisible()
  await person.click(screen.getByRole('combobox', { name: 'Status' }))
  await person.click(await screen.findByRole('option', { name: 'Failed' }))
  const table = await screen.findByRole('table', { name: 'Refunds' })
  const [order, student] = within(table).getAllByRole('link')
  expect(order).toHaveAttribute('href', '#orders/order-1')
  expect(student).toHaveAttribute('href', '#people/student-1')
  expect(student).toHaveTextContent('Meera Iyer')
  expect(within(table).getByText('Cancelled')).toBeVisible()
})

test('a failed refund shows its error and is retried with a reason', async () => {
  const failed = aRefund({ state: 'failed', attempt: 4, error: 'the balance is too low' })
  const order = anAdminOrder({ state: 'refunding' })
  const { person, server } = await openOrder(
    someOrderDetails({ order, noRefund: 'already', refunds: [failed] }),
  )
  const requests = recordPosts('*/api/admin/refunds/refund-1/retry', () => {
    const startedRefund = aRefund({ attempt: 4 })
    server.data = someOrderDetails({ order, noRefund: 'already', refunds: [startedRefund] })
    return startedRefund
  })
  const refunds = screen.getByRole('table', { name: 'Refunds' })
  expect(within(refunds).getByText('the balance is too low')).toBeVisible()
  await person.click(screen.getByRole('button', { name: 'Try again: ₹1,022.98' }))
  const dialog = await screen.findByRole('dialog', { name: 'Retry the refund of ₹1,022.98?' })
  expect(within(dialog).getByText('Last error: the balance is too low')).toBeVisible()
  await person.click(within(dialog).getByRole('button', { name: 'Try again' }))
  expect(await within(dialog).findByText('Enter a reason')).toBeVisible()
  expect(requests).toEqual([])
  await person.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'The balance is filled')
  await person.dblClick(within(dialog).getByRole('button', { name: 'Try again' }))
  expect(await within(refunds).findByText('Requested', { selector: 'span' })).toBeVisible()
  expect(requests.map(({ body }) => body)).toEqual([{ reason: 'The balance is filled' }])
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Try again/ })).toBeNull())
})

test('only failed refunds can be retried, and an error of the server is shown in the dialog', async () => {
  const items = [
    aRefund({ _id: 'refund-2', amount: 500, state: 'failed' }),
    aRefund({ state: 'done', finishedAt: '2026-11-21T09:05:00Z' }),
  ]
  respondToGet('*/api/admin/refunds', () => ({ items, next: null }))
  const detail = 'This refund is started; only one that has failed can be asked for again.'
  recordPosts('*/api/admin/refunds/refund-2/retry', () =>
    adminErrorResponse(409, 'already_processed', { detail }),
  )
  const { person } = renderAdmin('/admin#refunds')
  const table = await screen.findByRole('table', { name: 'Refunds' })
  expect(within(table).getAllByRole('button', { name: /Try again/ })).toHaveLength(1)
  await person.click(within(table).getByRole('button', { name: 'Try again: ₹500' }))
  const dialog = await screen.findByRole('dialog')
  await person.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'The balance is filled')
  await person.click(within(dialog).getByRole('button', { name: 'Try again' }))
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(detail)
})
