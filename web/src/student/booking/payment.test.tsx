import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setClock } from '@/lib/clock'
import { epochMs } from '@/lib/time'
import { problem } from '@/student/test/api'
import {
  dialog,
  findContinueButton,
  goOnline,
  openDialog,
  openWindow,
  payButton,
} from '@/student/test/payment'
import { bookedOrder, orderResponse } from '@/student/test/paymentsApi'
import { aBooking, aProfile, aSlot } from '@/test/builders'
import { anOrder, aQuote } from '@/test/moneyBuilders'

beforeEach(() => setClock(() => epochMs('2026-11-20T09:00:00Z')))
afterEach(() => void vi.restoreAllMocks())

describe('payment', () => {
  it('creates one order, submits the payment and shows the confirmation', async () => {
    const { api, money, person, provider } = await openDialog()
    await person.dblClick(await payButton())
    await waitFor(() => expect(provider.windows).toHaveLength(1))
    expect(money.ordered).toHaveLength(1)
    expect(money.ordered[0]).toEqual({
      slotId: 'a',
      dateTime: '2026-11-23T20:00:00Z',
      studentName: 'Meera Iyer',
      studentEmail: 'meera@example.com',
      studentPhone: null,
      paymentAmount: 1022.98,
      currency: 'INR',
      couponApplied: null,
      teacherId: 'teacher-1',
      isVirtualSlot: true,
    })
    expect(provider.windows[0]).toMatchObject({
      key: 'rzp_test_key',
      amount: 102_298,
      currency: 'INR',
      order_id: 'order_Provider1',
      prefill: { name: 'Meera Iyer', email: 'meera@example.com' },
    })
    act(() => provider.pay())
    const title = await screen.findByRole('heading', { level: 1, name: 'Your class is booked' })
    await waitFor(() => expect(title).toHaveFocus())
    expect(money.proofs).toEqual([
      { order_id: 'order_Provider1', payment_id: 'pay_1', signature: 'signature' },
    ])
    expect(await screen.findByText('We’ve emailed a confirmation to meera@example.com.')).toBeVisible()
    expect(api.followUps.sort()).toEqual(['calendar', 'mail'])
    expect(localStorage.getItem('tala.open-order.student-1')).toBeNull()
  })

  it('says what is paid: credits or money', async () => {
    const { person } = await openDialog({ profile: aProfile({ classCredits: 3 }) })
    expect(dialog().getByText('Credit Cost')).toBeVisible()
    await person.click(await dialog().findByRole('radio', { name: 'Pay ₹1,022.98' }))
    expect(dialog().queryByText('Credit Cost')).toBeNull()
    expect(dialog().queryByText('Available Credits')).toBeNull()
  })

  it('books a free class immediately', async () => {
    const { person, provider } = await openDialog(
      {},
      {
        quote: () => HttpResponse.json({ success: true, quote: aQuote({ total: 0 }) }),
        order: () => orderResponse(bookedOrder(), { free: true, booking: aBooking({ slotId: 'a' }) }),
      },
    )
    await person.click(await dialog().findByRole('button', { name: 'Book for free' }))
    await screen.findByRole('heading', { level: 1, name: 'Your class is booked' })
    expect(provider.windows).toHaveLength(0)
  })

  it('announces the booking in other sections', async () => {
    const { person, provider } = await openWindow()
    await person.click(screen.getByRole('link', { name: 'My Credits' }))
    await screen.findByRole('heading', { level: 1, name: 'My Credits' })
    act(() => provider.pay())
    expect(await screen.findByText(/^Your class on .* is booked\.$/)).toBeVisible()
  })

  it('keeps the seat after the window is closed and shows why the attempt failed', async () => {
    const { person, provider } = await openWindow()
    expect(screen.queryByRole('dialog')).toBeNull()
    act(() => provider.fail('It was declined in the UPI app. Try again.', 'payment_declined'))
    act(() => provider.dismiss())
    expect(await screen.findByText('Payment failed: your bank or payment app declined it')).toBeVisible()
    expect(dialog().getByText('We’re making sure nothing was charged…')).toBeVisible()
    expect(dialog().queryByText(/whether your payment has arrived/)).toBeNull()
    expect(dialog().getByRole('timer')).toHaveTextContent('15:00')
    await waitFor(() =>
      expect(dialog().getByRole('heading', { name: 'We’re holding this class for you' })).toHaveFocus(),
    )
    const again = await findContinueButton()
    expect(dialog().getByText('You haven’t been charged. Try another way to pay.')).toBeVisible()
    await person.click(again)
    await waitFor(() => expect(provider.windows).toHaveLength(2))
    act(() => provider.pay())
    await screen.findByRole('heading', { level: 1, name: 'Your class is booked' })
  })

  it('does not say that nothing was charged after a time-out, even if a later attempt is declined', async () => {
    const { person, provider } = await openWindow()
    act(() => provider.fail('Payment was not completed on time.', 'payment_timed_out'))
    act(() => provider.fail('It was declined in the UPI app. Try again.', 'payment_declined'))
    act(() => provider.dismiss())
    await findContinueButton('Try another way to pay')
    expect(
      dialog().getByText(/^Your bank hasn’t answered yet\. If it takes the payment, we’ll book/),
    ).toBeVisible()
    expect(dialog().queryByText(/charged|Payment failed/)).toBeNull()
    expect(dialog().getByText(/^If you cancel and your bank still takes the payment/)).toBeVisible()
    await person.click(dialog().getByRole('button', { name: 'Release this class' }))
    expect(
      await screen.findByText(/^You’ve released this class\. .* we’ll refund it in full\.$/),
    ).toBeVisible()
  })

  it('polls the outcome of a closed window before continuing', async () => {
    const { money, provider } = await openWindow()
    act(() => provider.dismiss())
    expect(await screen.findByText(/^We’re checking whether your payment has arrived\./)).toBeVisible()
    expect(dialog().getByRole('button', { name: 'Continue payment' })).toBeDisabled()
    await findContinueButton()
    expect(money.reads).toBe(3)
    expect(dialog().getByText(/^Pay within this time/)).toBeVisible()
    expect(dialog().getByText(/^Full refund until /)).toBeVisible()
  })

  it('finds a payment that arrives while polling', async () => {
    const { api, money, provider } = await openWindow()
    api.active = [aBooking({ _id: 'booking-1', slotId: 'a' })]
    act(() => provider.dismiss())
    await waitFor(() => expect(money.reads).toBe(1))
    money.orders = [bookedOrder()]
    expect(await screen.findByRole('heading', { level: 1, name: 'Your class is booked' })).toBeVisible()
  })

  it('shows that the browser is offline while verifying', async () => {
    const { provider } = await openWindow(
      {},
      { proof: () => problem(503, 'payment_pending', 'We are still checking.') },
    )
    act(() => provider.pay())
    await screen.findByRole('heading', { name: 'We’re checking your payment' })
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void window.dispatchEvent(new Event('offline')))
    expect(dialog().getByText(/^You’re offline\./)).toBeVisible()
    online.mockRestore()
    goOnline()
    expect(dialog().queryByText(/^You’re offline\./)).toBeNull()
  })

  it('releases the seat on request', async () => {
    const { person, provider } = await openWindow()
    act(() => provider.dismiss())
    expect(await screen.findByText(/decline it there before you release this class\.$/)).toBeVisible()
    await person.click(await screen.findByRole('button', { name: 'Release this class' }))
    expect(await screen.findByText(/If your bank still takes the payment/)).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(localStorage.getItem('tala.open-order.student-1')).toBeNull()
  })
})

describe('payment without a confirmation', () => {
  it('is submitted again when the network returns', async () => {
    const { money, provider } = await openWindow({}, { proof: () => HttpResponse.error() })
    act(() => provider.pay())
    expect(await screen.findByRole('heading', { name: 'We’re checking your payment' })).toBeVisible()
    await waitFor(() => expect(money.proofs).toHaveLength(1))
    money.proof = () =>
      HttpResponse.json({ success: true, order: bookedOrder(), booking: aBooking({ slotId: 'a' }) })
    await waitFor(() => {
      goOnline()
      expect(money.proofs.length).toBeGreaterThan(1)
    })
    expect(await screen.findByRole('heading', { level: 1, name: 'Your class is booked' })).toBeVisible()
  })

  it('is polled while the provider is unreachable and shown once it is booked', async () => {
    const { api, money, provider } = await openWindow(
      {},
      { proof: () => problem(503, 'payment_pending', 'We are still checking.') },
    )
    act(() => provider.pay())
    await screen.findByRole('heading', { name: 'We’re checking your payment' })
    api.active = [aBooking({ _id: 'booking-1', slotId: 'a' })]
    money.orders = [bookedOrder()]
    await waitFor(() => {
      goOnline()
      expect(screen.getByRole('heading', { level: 1, name: 'Your class is booked' })).toBeVisible()
    })
    expect(money.proofs).toHaveLength(1)
  })

  it('is refunded with a reason if it came too late', async () => {
    const { person, provider } = await openWindow(
      {},
      {
        proof: () =>
          HttpResponse.json({
            success: true,
            order: anOrder({ state: 'refunding', reason: 'seat_gone', heldUntil: null }),
            booking: null,
          }),
      },
    )
    act(() => provider.pay())
    expect(await screen.findByRole('heading', { name: 'Your refund is on its way' })).toBeVisible()
    expect(dialog().getByText(/someone else had booked the class/)).toBeVisible()
    expect(dialog().getByText(/^We’ll start your refund of ₹1,022.98 within 1–2 business days/)).toBeVisible()
    await person.click(dialog().getByRole('button', { name: 'Choose another time' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('shows an error and the support address if the proof is rejected', async () => {
    const { provider } = await openWindow(
      {},
      { proof: () => problem(422, 'payment_not_verified', 'Payment verification failed') },
    )
    act(() => provider.pay())
    expect(await screen.findByText('Failed to update slot status: Payment verification failed')).toBeVisible()
    expect(dialog().getByRole('link', { name: 'support@tala.example' })).toBeVisible()
  })
})

describe('rejected order', () => {
  it('shows the fresh slots when another student holds the seat', async () => {
    const newQuote = [
      aSlot({ _id: 'z', dateTime: '2026-11-25T08:00:00Z', classTypeKey: 'Duet', capacity: 2 }),
    ]
    const { person } = await openDialog(
      {},
      {
        order: () =>
          problem(409, 'seat_held', 'Another student is paying for this class right now.', {
            slots: newQuote,
          }),
      },
    )
    await person.click(await payButton())
    expect(
      await dialog().findByText(
        'Failed to process booking: Another student is paying for this class right now.',
      ),
    ).toBeVisible()
    expect(dialog().queryByRole('button', { name: /^Pay/ })).toBeNull()
    await person.click(dialog().getByRole('button', { name: 'Choose another time' }))
    expect(await screen.findByRole('button', { name: /Duet/ })).toBeVisible()
    expect(screen.queryByRole('button', { name: /Private/ })).toBeNull()
  })

  it('is sent again unchanged after a lost connection', async () => {
    const { money, person, provider } = await openDialog({}, { order: () => HttpResponse.error() })
    await person.click(await payButton())
    expect(await dialog().findByText(/^We lost the connection/)).toBeVisible()
    expect(dialog().getByLabelText('Phone')).toBeDisabled()
    money.order = () => orderResponse(anOrder())
    await person.click(dialog().getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(provider.windows).toHaveLength(1))
    expect(money.ordered[1]).toEqual(money.ordered[0])
  })

  it('resumes an earlier payment that is still being verified', async () => {
    const { person } = await openDialog(
      {},
      {
        order: () =>
          problem(409, 'payment_unresolved', 'An earlier payment is being checked.', {
            order: anOrder({ _id: 'earlier', state: 'checking' }),
          }),
      },
    )
    await person.click(await payButton())
    expect(await screen.findByRole('heading', { name: 'We’re checking your payment' })).toBeVisible()
  })
})
