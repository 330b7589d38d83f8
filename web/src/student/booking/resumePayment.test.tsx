import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setClock } from '@/lib/clock'
import { epochMs } from '@/lib/time'
import { dialog, slots, startPaymentTest } from '@/student/test/payment'
import { bookedOrder } from '@/student/test/paymentsApi'
import { renderStudentArea } from '@/student/test/renderStudentArea'
import { aBooking } from '@/test/builders'
import { anOrder } from '@/test/moneyBuilders'

beforeEach(() => setClock(() => epochMs('2026-11-20T09:00:00Z')))
afterEach(() => void vi.restoreAllMocks())

describe('returning to the page', () => {
  const stored = (proof: object | null = null) =>
    localStorage.setItem(
      'tala.open-order.student-1',
      JSON.stringify({ studentId: 'student-1', orderId: 'order-1', proof }),
    )

  it('shows an open order and pays it', async () => {
    stored()
    const { provider } = startPaymentTest()
    const { person } = renderStudentArea('/booking')
    const pay = await screen.findByRole('button', { name: 'Continue payment' })
    expect(dialog().getByText(/^\d+:\d\d–\d+:\d\d [ap]m \(/)).toBeVisible()
    expect(dialog().getByText('Padma Subrahmanyam')).toBeVisible()
    await person.click(pay)
    await waitFor(() => expect(provider.windows).toHaveLength(1))
    act(() => provider.pay())
    await screen.findByRole('heading', { level: 1, name: 'Your class is booked' })
  })

  it('submits a proof that the server does not have', async () => {
    stored({ order_id: 'order_Provider1', payment_id: 'pay_9', signature: 's' })
    const { money } = startPaymentTest()
    renderStudentArea('/booking')
    await screen.findByRole('heading', { level: 1, name: 'Your class is booked' })
    expect(money.proofs).toEqual([{ order_id: 'order_Provider1', payment_id: 'pay_9', signature: 's' }])
  })

  it('shows the confirmation of an order booked while the page was closed', async () => {
    stored()
    startPaymentTest({ active: [aBooking({ _id: 'booking-1' })] }, { orders: [bookedOrder()] })
    renderStudentArea('/booking')
    expect(await screen.findByRole('heading', { level: 1, name: 'Your class is booked' })).toBeVisible()
  })

  it('shows that the hold has expired and lets the student choose again', async () => {
    stored()
    startPaymentTest({}, { orders: [anOrder({ state: 'expired', heldUntil: null })] })
    const { person } = renderStudentArea('/booking')
    expect(await screen.findByRole('heading', { name: 'Your time to pay has run out' })).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Choose another time' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(localStorage.getItem('tala.open-order.student-1')).toBeNull()
  })

  it('says that the teacher cancelled the class before it was paid', async () => {
    stored()
    const ended = anOrder({ state: 'cancelled', reason: 'not_bookable', heldUntil: null, orderId: null })
    startPaymentTest({}, { orders: [ended] })
    const { person } = renderStudentArea('/booking')
    expect(await screen.findByRole('heading', { name: 'Your teacher cancelled this class' })).toBeVisible()
    expect(
      screen.getByText(/You haven’t been charged so far. If your payment still goes through/),
    ).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Choose another time' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it.each([
    [
      'cancelled',
      'This order was cancelled',
      /If your bank still takes the payment, we’ll refund it in full/,
    ],
    ['refunding', 'Your refund is on its way', /^Your payment arrived after you released this class/],
  ] as const)(
    'says what happens to the money of a purchase that the student cancelled (%s)',
    async (...given) => {
      const [state, title, text] = given
      stored()
      startPaymentTest({}, { orders: [anOrder({ state, reason: 'order_cancelled', heldUntil: null })] })
      renderStudentArea('/booking')
      expect(await screen.findByRole('heading', { name: title })).toBeVisible()
      expect(screen.getByText(text)).toBeVisible()
    },
  )

  it('offers no payment of a class whose seat is gone, because the teacher has cancelled it', async () => {
    stored()
    const { provider } = startPaymentTest({}, { orders: [anOrder({ heldUntil: null })] })
    const { person } = renderStudentArea('/booking')
    expect(await screen.findByRole('heading', { name: 'We’re no longer holding this class' })).toBeVisible()
    expect(screen.getByText(/^It may have been cancelled\. You haven’t been charged so far\./)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Continue payment' })).toBeNull()
    await person.click(screen.getByRole('button', { name: 'Choose another time' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByText(/^You’ve released this class\./)).toBeVisible()
    expect(provider.windows).toHaveLength(0)
  })

  it('follows the server and not the device’s clock', async () => {
    stored()
    const { money, provider } = startPaymentTest(
      {},
      { orders: [anOrder({ heldUntil: '2026-11-20T08:59:00Z' })] },
    )
    const { person } = renderStudentArea('/booking')
    expect(await screen.findByText(/^Time seems to be up\./)).toBeVisible()
    expect(money.reads).toBe(2)
    await person.click(screen.getByRole('button', { name: 'Continue payment' }))
    await waitFor(() => expect(provider.windows).toHaveLength(1))
  })

  it('shows only that a payment is being checked, without the time of the hold', async () => {
    const held = { ...slots[0], heldUntil: '2026-11-26T09:00:00Z', orderId: 'order-1' } as (typeof slots)[0]
    startPaymentTest({ slots: [held] })
    renderStudentArea('/booking')
    const tile = await screen.findByRole('button', { name: /Payment being checked/ })
    expect(tile).not.toHaveTextContent('Held for you')
  })

  it('shows the held seat in the list and a banner while its dialog is closed', async () => {
    const held = { ...slots[0], heldUntil: '2026-11-20T09:14:12Z', orderId: 'order-1' } as (typeof slots)[0]
    startPaymentTest({ slots: [held] })
    const { person } = renderStudentArea('/booking')
    const tile = await screen.findByRole('button', { name: /Held for you 14:12/ })
    await person.click(tile)
    expect(await screen.findByRole('heading', { name: 'We’re holding this class for you' })).toBeVisible()
    await person.click(dialog().getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const banner = within(screen.getByRole('group', { name: 'An unfinished payment' }))
    await person.click(banner.getByRole('button', { name: 'Continue payment' }))
    expect(await screen.findByRole('heading', { name: 'We’re holding this class for you' })).toBeVisible()
  })
})
