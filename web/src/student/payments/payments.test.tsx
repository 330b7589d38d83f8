import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Order } from '@/api/types'
import { setClock } from '@/lib/clock'
import { epochMs } from '@/lib/time'
import { startStudentApi } from '@/student/test/api'
import { startPaymentsApi } from '@/student/test/paymentsApi'
import { renderStudentArea } from '@/student/test/renderStudentArea'
import { anOrder, aReceipt, payments } from '@/test/moneyBuilders'

beforeEach(() => setClock(() => epochMs('2026-11-20T09:00:00Z')))

const paidAt = '2026-11-20T09:01:00Z'
const refund = {
  _id: 'refund-1',
  amount: 1022.98,
  currency: 'INR',
  reason: 'seat_gone',
  createdAt: paidAt,
  finishedAt: null,
}

async function renderPayments(orders: Order[]) {
  startStudentApi({ payments })
  startPaymentsApi({ orders })
  const view = renderStudentArea('/booking#account')
  return { ...view, table: within(await screen.findByRole('table', { name: 'Your payments' })) }
}

it('payments are listed with their receipt, unpaid orders are omitted', async () => {
  const { table } = await renderPayments([
    anOrder({ state: 'booked', paidAt, receiptNumber: 122 }),
    anOrder({ _id: 'never', state: 'expired' }),
    anOrder({ _id: 'given-up', state: 'cancelled' }),
  ])
  expect(table.getAllByRole('row')).toHaveLength(2)
  expect(table.getByRole('cell', { name: 'Private class, Mon, 23 Nov, 8:00 pm' })).toBeVisible()
  expect(table.getByRole('cell', { name: '₹1,022.98' })).toBeVisible()
  expect(
    table.getByRole('link', { name: 'Receipt for Private class, Mon, 23 Nov, 8:00 pm' }),
  ).toHaveAttribute('href', '/booking/receipt/order-1')
})

it('a rescheduled class is listed with its new time', async () => {
  const { table } = await renderPayments([
    anOrder({ state: 'booked', paidAt, movedTo: '2026-11-25T18:00:00Z' }),
  ])
  expect(table.getByRole('cell', { name: 'Private class, Wed, 25 Nov, 6:00 pm' })).toBeVisible()
})

it.each([
  [
    'requested',
    null,
    'We’ll start your refund of ₹1,022.98 within 1–2 business days. It goes back to your original payment method.',
  ],
  ['started', null, 'The refund of ₹1,022.98 has started. It reaches your account within 5–7 business days.'],
  ['done', '2026-11-25T09:00:00Z', 'Refund of ₹1,022.98 started on Wed, 25 Nov 2026.'],
] as const)('a %s refund promises only what is known', async (state, finishedAt, text) => {
  const { table } = await renderPayments([
    anOrder({ state: 'refunding', paidAt, refunds: [{ ...refund, state, finishedAt }] }),
  ])
  expect(table.getByText(text)).toBeVisible()
})

it('a refund that the provider has carried out is shown as started, because the bank still needs days', async () => {
  const done = { ...refund, state: 'done', finishedAt: '2026-11-25T09:00:00Z' } as const
  const { table } = await renderPayments([anOrder({ state: 'refunded', paidAt, refunds: [done] })])
  expect(table.getByText('Refund started')).toBeVisible()
})

it('an unfinished payment can be resumed', async () => {
  const { table, person } = await renderPayments([anOrder()])
  await person.click(table.getByRole('button', { name: 'Continue payment' }))
  expect(await screen.findByRole('heading', { name: 'We’re holding this class for you' })).toBeVisible()
})

it('a receipt is shown with its number and can be printed', async () => {
  startStudentApi({ payments })
  startPaymentsApi({
    receipt: () =>
      HttpResponse.json(
        aReceipt({
          lines: [...aReceipt().lines, { label: 'Coupon DANCE20 (20%)', amount: -199.8 }],
          order: anOrder({ movedTo: '2026-11-25T18:00:00Z', refunds: [{ ...refund, state: 'started' }] }),
        }),
      ),
  })
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const { person } = renderStudentArea('/booking/receipt/order-1')
  const receipt = within(await screen.findByRole('article', { name: 'Receipt 123' }))
  expect(receipt.getByRole('row', { name: 'Total paid ₹1,022.98' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'हिन्दी' })).toBeVisible()
  expect(receipt.getByRole('row', { name: 'Coupon DANCE20 (20%) −₹199.80' })).toBeVisible()
  expect(receipt.getByText(/^Mon, 23 Nov 2026, 8:00 pm \(/)).toBeVisible()
  expect(receipt.getByText('Moved to').nextElementSibling).toHaveTextContent(/^Wed, 25 Nov 2026, 6:00 pm \(/)
  expect(receipt.getByText('Padma Subrahmanyam')).toBeVisible()
  expect(receipt.getByText('UPI')).toBeVisible()
  expect(receipt.getByText('pay_1')).toBeVisible()
  expect(receipt.getByText(/^The refund of ₹1,022.98 has started/)).toBeVisible()
  await person.click(screen.getByRole('button', { name: 'Print or save as PDF' }))
  expect(print).toHaveBeenCalledOnce()
})

it('a missing receipt shows an error', async () => {
  startStudentApi({ payments })
  startPaymentsApi({ receipt: () => HttpResponse.json({ code: 'not_found' }, { status: 404 }) })
  renderStudentArea('/booking/receipt/another')
  expect(await screen.findByText('We couldn’t find this receipt.')).toBeVisible()
})
