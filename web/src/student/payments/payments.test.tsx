import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Order } from '@/api/types'
import { epochMs, setClock } from '@/lib/time'
import { startApi } from '@/student/test/api'
import { startMoney } from '@/student/test/money'
import { renderArea } from '@/student/test/renderArea'
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

async function list(orders: Order[]) {
  startApi({ payments })
  startMoney({ orders })
  const view = renderArea('/booking#account')
  return { ...view, table: within(await screen.findByRole('table', { name: 'Your payments' })) }
}

it('lists what was paid, with its receipt, and leaves out what never was', async () => {
  const { table } = await list([
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

it('names a class that was moved by the hour at which it stands', async () => {
  const { table } = await list([anOrder({ state: 'booked', paidAt, movedTo: '2026-11-25T18:00:00Z' })])
  expect(table.getByRole('cell', { name: 'Private class, Wed, 25 Nov, 6:00 pm' })).toBeVisible()
})

it.each([
  [
    'requested',
    null,
    'The refund of ₹1,022.98 will be started within 1-2 business days, to your original payment method.',
  ],
  ['started', null, 'The refund of ₹1,022.98 was started. It reaches your account within 5–7 working days.'],
  ['done', '2026-11-25T09:00:00Z', '₹1,022.98 was refunded on Wed, 25 Nov 2026.'],
] as const)('promises of a refund that is %s only what is true', async (state, finishedAt, words) => {
  const { table } = await list([
    anOrder({ state: 'refunding', paidAt, refunds: [{ ...refund, state, finishedAt }] }),
  ])
  expect(table.getByText(words)).toBeVisible()
})

it('takes an unfinished payment up again', async () => {
  const { table, person } = await list([anOrder()])
  await person.click(table.getByRole('button', { name: 'Continue payment' }))
  expect(await screen.findByRole('heading', { name: 'Your seat is waiting' })).toBeVisible()
})

it('shows a receipt with its number, ready to print', async () => {
  startApi({ payments })
  startMoney({
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
  const { person } = renderArea('/booking/receipt/order-1')
  const receipt = within(await screen.findByRole('article', { name: 'Receipt 123' }))
  expect(receipt.getByRole('row', { name: 'Total paid ₹1,022.98' })).toBeVisible()
  expect(receipt.getByRole('row', { name: 'Coupon DANCE20 (20%) −₹199.80' })).toBeVisible()
  expect(receipt.getByText(/^Mon, 23 Nov 2026, 8:00 pm \(/)).toBeVisible()
  expect(receipt.getByText('Moved to').nextElementSibling).toHaveTextContent(/^Wed, 25 Nov 2026, 6:00 pm \(/)
  expect(receipt.getByText('Padma Subrahmanyam')).toBeVisible()
  expect(receipt.getByText('UPI')).toBeVisible()
  expect(receipt.getByText('pay_1')).toBeVisible()
  expect(receipt.getByText(/^The refund of ₹1,022.98 was started/)).toBeVisible()
  await person.click(screen.getByRole('button', { name: 'Print or save as PDF' }))
  expect(print).toHaveBeenCalledOnce()
})

it('says so when there is no such receipt', async () => {
  startApi({ payments })
  startMoney({ receipt: () => HttpResponse.json({ code: 'not_found' }, { status: 404 }) })
  renderArea('/booking/receipt/another')
  expect(await screen.findByText('There is no such receipt.')).toBeVisible()
})
