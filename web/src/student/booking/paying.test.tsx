import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { epochMs, setClock } from '@/lib/time'
import { problem } from '@/student/test/api'
import { bookedOrder, placed } from '@/student/test/money'
import { comeBack, dialog, goOn, openDialog, openWindow, payButton } from '@/student/test/paying'
import { aBooking, aSlot } from '@/test/builders'
import { anOrder, aQuote } from '@/test/moneyBuilders'

beforeEach(() => setClock(() => epochMs('2026-11-20T09:00:00Z')))
afterEach(() => void vi.restoreAllMocks())

describe('paying', () => {
  it('hands one order to the window, the payment to the server, and shows the confirmation', async () => {
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
    expect(await screen.findByText('A confirmation was sent to meera@example.com.')).toBeVisible()
    expect(api.followUps.sort()).toEqual(['calendar', 'mail'])
    expect(localStorage.getItem('tala.open-order')).toBeNull()
  })

  it('books at once what costs nothing', async () => {
    const { person, provider } = await openDialog(
      {},
      {
        quote: () => HttpResponse.json({ success: true, quote: aQuote({ total: 0 }) }),
        order: () => placed(bookedOrder(), { free: true, booking: aBooking({ slotId: 'a' }) }),
      },
    )
    await person.click(await dialog().findByRole('button', { name: 'Book for free' }))
    await screen.findByRole('heading', { level: 1, name: 'Your class is booked' })
    expect(provider.windows).toHaveLength(0)
  })

  it('tells in another section, too, that the class is booked', async () => {
    const { person, provider } = await openWindow()
    await person.click(screen.getByRole('link', { name: 'My Credits' }))
    await screen.findByRole('heading', { level: 1, name: 'My Credits' })
    act(() => provider.pay())
    expect(await screen.findByText(/^Your class on .* is booked\.$/)).toBeVisible()
  })

  it('keeps the seat when the window is closed, and says what failed in it', async () => {
    const { person, provider } = await openWindow()
    expect(screen.queryByRole('dialog')).toBeNull()
    act(() => provider.fail('Your card was declined'))
    act(() => provider.dismiss())
    expect(await screen.findByText('Payment failed: Your card was declined')).toBeVisible()
    expect(dialog().getByRole('timer')).toHaveTextContent('15:00')
    await waitFor(() => expect(dialog().getByRole('heading', { name: 'Your seat is waiting' })).toHaveFocus())
    await person.click(await goOn())
    await waitFor(() => expect(provider.windows).toHaveLength(2))
    act(() => provider.pay())
    await screen.findByRole('heading', { level: 1, name: 'Your class is booked' })
  })

  it('does not know what came of a window that has gone, and asks before one can go on', async () => {
    const { money, provider } = await openWindow()
    act(() => provider.dismiss())
    expect(await screen.findByText(/^We do not know yet whether you have paid\./)).toBeVisible()
    expect(dialog().getByRole('button', { name: 'Continue payment' })).toBeDisabled()
    await goOn()
    expect(money.reads).toBe(3)
    expect(dialog().getByText(/^No payment has reached us yet\./)).toBeVisible()
    expect(dialog().getByText(/^Cancel before Sun 22 Nov, 8:00 pm: money back/)).toBeVisible()
  })

  it('finds a payment that arrives while it asks', async () => {
    const { api, money, provider } = await openWindow()
    api.active = [aBooking({ _id: 'booking-1', slotId: 'a' })]
    act(() => provider.dismiss())
    await waitFor(() => expect(money.reads).toBe(1))
    money.orders = [bookedOrder()]
    expect(await screen.findByRole('heading', { level: 1, name: 'Your class is booked' })).toBeVisible()
  })

  it('says while it checks that the network is away', async () => {
    const { provider } = await openWindow(
      {},
      { proof: () => problem(503, 'payment_pending', 'We are still checking.') },
    )
    act(() => provider.pay())
    await screen.findByRole('heading', { name: 'We are checking your payment' })
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void window.dispatchEvent(new Event('offline')))
    expect(dialog().getByText(/^You are offline\./)).toBeVisible()
    online.mockRestore()
    comeBack()
    expect(dialog().queryByText(/^You are offline\./)).toBeNull()
  })

  it('gives the seat back when asked to', async () => {
    const { person, provider } = await openWindow()
    act(() => provider.dismiss())
    expect(await screen.findByText(/Decline it there before you give the seat back\.$/)).toBeVisible()
    await person.click(await screen.findByRole('button', { name: 'Give the seat back' }))
    expect(
      await screen.findByText(/^You gave the seat back\. If you still approve the payment/),
    ).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(localStorage.getItem('tala.open-order')).toBeNull()
  })
})

describe('a payment whose answer does not come', () => {
  it('is handed on again when the network is back', async () => {
    const { money, provider } = await openWindow({}, { proof: () => HttpResponse.error() })
    act(() => provider.pay())
    expect(await screen.findByRole('heading', { name: 'We are checking your payment' })).toBeVisible()
    await waitFor(() => expect(money.proofs).toHaveLength(1))
    money.proof = () =>
      HttpResponse.json({ success: true, order: bookedOrder(), booking: aBooking({ slotId: 'a' }) })
    await waitFor(() => {
      comeBack()
      expect(money.proofs.length).toBeGreaterThan(1)
    })
    expect(await screen.findByRole('heading', { level: 1, name: 'Your class is booked' })).toBeVisible()
  })

  it('is asked after while the provider is away, and shown once it is booked', async () => {
    const { api, money, provider } = await openWindow(
      {},
      { proof: () => problem(503, 'payment_pending', 'We are still checking.') },
    )
    act(() => provider.pay())
    await screen.findByRole('heading', { name: 'We are checking your payment' })
    api.active = [aBooking({ _id: 'booking-1', slotId: 'a' })]
    money.orders = [bookedOrder()]
    await waitFor(() => {
      comeBack()
      expect(screen.getByRole('heading', { level: 1, name: 'Your class is booked' })).toBeVisible()
    })
    expect(money.proofs).toHaveLength(1)
  })

  it('that came too late is on its way back, and why', async () => {
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
    expect(await screen.findByRole('heading', { name: 'Your money is on its way back' })).toBeVisible()
    expect(dialog().getByText(/somebody else had the seat/)).toBeVisible()
    expect(
      dialog().getByText(/^The refund of ₹1,022.98 will be started within 1-2 business days/),
    ).toBeVisible()
    await person.click(dialog().getByRole('button', { name: 'Choose another time' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('that is not believed says so, and where to write', async () => {
    const { provider } = await openWindow(
      {},
      { proof: () => problem(422, 'payment_not_verified', 'Payment verification failed') },
    )
    act(() => provider.pay())
    expect(await screen.findByText('Failed to update slot status: Payment verification failed')).toBeVisible()
    expect(dialog().getByRole('link', { name: 'support@tala.example' })).toBeVisible()
  })
})

describe('an order that does not come about', () => {
  it('shows the fresh slots when somebody else is paying for the seat', async () => {
    const fresh = [aSlot({ _id: 'z', dateTime: '2026-11-25T08:00:00Z', classTypeKey: 'Duet', capacity: 2 })]
    const { person } = await openDialog(
      {},
      {
        order: () =>
          problem(409, 'seat_held', 'Somebody is paying for this class right now.', { slots: fresh }),
      },
    )
    await person.click(await payButton())
    expect(
      await dialog().findByText('Failed to process booking: Somebody is paying for this class right now.'),
    ).toBeVisible()
    expect(dialog().queryByRole('button', { name: /^Pay/ })).toBeNull()
    await person.click(dialog().getByRole('button', { name: 'Choose another time' }))
    expect(await screen.findByRole('button', { name: /Duet/ })).toBeVisible()
    expect(screen.queryByRole('button', { name: /Private/ })).toBeNull()
  })

  it('goes out again unchanged after a lost connection', async () => {
    const { money, person, provider } = await openDialog({}, { order: () => HttpResponse.error() })
    await person.click(await payButton())
    expect(await dialog().findByText(/^We lost the connection before an answer came/)).toBeVisible()
    expect(dialog().getByLabelText('Phone')).toBeDisabled()
    money.order = () => placed(anOrder())
    await person.click(dialog().getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(provider.windows).toHaveLength(1))
    expect(money.ordered[1]).toEqual(money.ordered[0])
  })

  it('gives way to an earlier payment that is still being checked', async () => {
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
    expect(await screen.findByRole('heading', { name: 'We are checking your payment' })).toBeVisible()
  })
})
