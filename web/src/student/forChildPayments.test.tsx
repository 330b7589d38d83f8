/** Texts and names where a guardian pays for a child. */
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { setClock } from '@/lib/clock'
import { epochMs } from '@/lib/time'
import { aProfile } from '@/test/builders'
import { anOrder, aReceipt, payments } from '@/test/moneyBuilders'
import { problem, startStudentApi } from './test/api'
import { startPaymentTest } from './test/payment'
import { startPaymentsApi } from './test/paymentsApi'
import { childSession, renderStudentArea } from './test/renderStudentArea'

beforeEach(() => setClock(() => epochMs('2026-11-20T09:00:00Z')))

const render = (address: string) => renderStudentArea(address, { session: childSession })
const dialogNamed = async (name: string) => within(await screen.findByRole('dialog', { name }))

async function pay(money: Parameters<typeof startPaymentTest>[1]) {
  const { provider } = startPaymentTest({}, money)
  const { person } = render('/booking')
  await person.click(await screen.findByRole('button', { name: /Private/ }))
  const dialog = await dialogNamed('Booking for Asha')
  await person.click(await dialog.findByRole('button', { name: 'Pay ₹1,022.98' }))
  return { provider, dialog }
}

it('an overlap of a class that is paid for is about the child', async () => {
  const { dialog } = await pay({
    order: () => problem(409, 'student_busy', 'You already have a class at this time.'),
  })
  expect(await dialog.findByText(/Asha already has a class at this time/)).toBeVisible()
})

it('the payment window gets the name of the guardian, who pays', async () => {
  const { provider } = await pay({})
  await waitFor(() => expect(provider.windows[0]?.prefill.name).toBe('Meera Iyer'))
})

it('an unpaid class names the child', async () => {
  startStudentApi({ payments })
  startPaymentsApi({ orders: [anOrder()] })
  const { person } = render('/booking#account')
  await person.click(await screen.findByRole('button', { name: 'Continue payment' }))
  const dialog = await dialogNamed('Booking for Asha')
  await person.click(dialog.getByRole('button', { name: 'Close' }))
  expect(await screen.findByText(/^Asha’s 8:00 pm class on Mon, 23 Nov isn’t paid yet/)).toBeVisible()
})

it('credits and payments are those of the child, without rewards for friends', async () => {
  startStudentApi({ payments, profile: aProfile({ classCredits: 0, classCreditsExpiry: null }) })
  startPaymentsApi({
    orders: [anOrder({ state: 'booked', paidAt: '2026-11-20T09:01:00Z', receiptNumber: 1 })],
  })
  const { person } = render('/booking#account')
  expect(await screen.findByRole('heading', { level: 1, name: 'Credits for Asha' })).toBeVisible()
  expect(await screen.findByText('Asha has no credits.')).toBeVisible()
  expect(screen.getByRole('table', { name: 'Payments for Asha' })).toBeVisible()
  expect(screen.queryByText('Invite a friend')).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Buy 4 Classes' }))
  const dialog = await dialogNamed('Complete Bulk Package Purchase')
  expect(dialog.getByText('4 classes for Asha, valid for 30 days')).toBeVisible()
})

it('a receipt is issued to the guardian and names the child', async () => {
  startStudentApi({ payments })
  startPaymentsApi({ receipt: () => HttpResponse.json(aReceipt()) })
  render('/booking/receipt/order-1')
  const receipt = within(await screen.findByRole('article', { name: 'Receipt 123' }))
  expect(receipt.getByText('Issued to').nextElementSibling).toHaveTextContent('Meera Iyer')
  expect(receipt.getByText('For').nextElementSibling).toHaveTextContent('Asha Iyer')
})
