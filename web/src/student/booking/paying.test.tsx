import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { epochMs, setClock } from '@/lib/time'
import { problem, type StudentApi, startApi } from '@/student/test/api'
import { bookedOrder, type MoneyApi, placed, startMoney, startProvider } from '@/student/test/money'
import { renderArea } from '@/student/test/renderArea'
import { aBooking, aProfile, aSlot } from '@/test/builders'
import { anOrder, aQuote, payments } from '@/test/moneyBuilders'

beforeEach(() => setClock(() => epochMs('2026-11-20T09:00:00Z')))
afterEach(() => void vi.restoreAllMocks())

const slots = [
  aSlot({ _id: 'a', dateTime: '2026-11-23T20:00:00Z', endDateTime: '2026-11-23T21:00:00Z' }),
  aSlot({ _id: 'b', dateTime: '2026-11-24T08:00:00Z', classTypeKey: 'Group', creditCost: 2, capacity: 10 }),
]
const noCredits = aProfile({ classCredits: 0, classCreditsExpiry: null })
const dialog = () => within(screen.getByRole('dialog', { name: 'Book Your Class' }))
const payButton = () => dialog().findByRole('button', { name: 'Pay ₹1,022.98' })

function start(over: Partial<StudentApi> = {}, money: Partial<MoneyApi> = {}) {
  const provider = startProvider()
  return {
    api: startApi({ slots, profile: noCredits, payments, ...over }),
    money: startMoney(money),
    provider,
  }
}

async function openDialog(over: Partial<StudentApi> = {}, money: Partial<MoneyApi> = {}) {
  const started = start(over, money)
  const view = renderArea('/booking')
  await screen.findByText('Guru Padma Subramaniam')
  await view.person.click(await screen.findByRole('button', { name: /Private/ }))
  await screen.findByRole('dialog', { name: 'Book Your Class' })
  return { ...started, ...view }
}

async function openWindow(over: Partial<StudentApi> = {}, money: Partial<MoneyApi> = {}) {
  const opened = await openDialog(over, money)
  await opened.person.click(await payButton())
  await waitFor(() => expect(opened.provider.windows).toHaveLength(1))
  return opened
}

const comeBack = () => act(() => window.dispatchEvent(new Event('online')))

describe('the price', () => {
  it('stands line by line, with the waived fee struck through, the total on the button and the promise', async () => {
    await openDialog()
    await payButton()
    const lines = dialog()
      .getAllByRole('term')
      .map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`)
    expect(lines).toContain('Class price: ₹999')
    expect(lines).toContain('Service fee: ₹99.90 ₹99.90 waived, you pay₹0')
    expect(lines).toContain('Payment provider fee (2.4 %): ₹23.98')
    expect(lines).toContain('Total: ₹1,022.98')
    expect(dialog().getByText(/^Cancel before Sun 22 Nov, 8:00 pm: money back/)).toBeVisible()
    expect(dialog().getByText('Insufficient Credits.')).toBeVisible()
    expect(dialog().queryByRole('button', { name: /Book with Credits/ })).toBeNull()
  })

  it('can be read again when it could not be worked out', async () => {
    const { money, person } = await openDialog(
      {},
      { quote: () => problem(503, 'payment_unavailable', 'Not now.') },
    )
    expect(await dialog().findByText('Not now.')).toBeVisible()
    money.quote = () => HttpResponse.json({ success: true, quote: aQuote() })
    await person.click(dialog().getByRole('button', { name: 'Try again' }))
    expect(await payButton()).toBeEnabled()
  })

  it('is the fresh one after it has changed, and says so', async () => {
    const dearer = aQuote({ basePrice: 1099, total: 1125.38 })
    const { money, person, provider } = await openDialog(
      {},
      { order: () => problem(409, 'price_changed', 'The price changed.', { quote: dearer }) },
    )
    await person.click(await payButton())
    expect(await dialog().findByText(/^The price has changed since you opened this/)).toBeVisible()
    expect(provider.windows).toHaveLength(0)
    money.order = () => placed(anOrder())
    await person.click(dialog().getByRole('button', { name: 'Pay ₹1,125.38' }))
    await waitFor(() => expect(money.ordered).toHaveLength(2))
    expect(money.ordered[1]?.paymentAmount).toBe(1125.38)
  })

  it('leaves a student with credits the choice, credits first', async () => {
    const { person } = await openDialog({ profile: aProfile() })
    expect(dialog().getByRole('button', { name: 'Book with Credits (1 credits)' })).toBeEnabled()
    expect(dialog().getByRole('radio', { name: 'Use 1 credit' })).toBeChecked()
    await person.click(await dialog().findByRole('radio', { name: 'Pay ₹1,022.98' }))
    expect(await payButton()).toBeEnabled()
    expect(dialog().queryByRole('button', { name: /Book with Credits/ })).toBeNull()
  })
})

describe('a coupon', () => {
  const reduced = aQuote({ discountPercent: 20, discountAmount: 199.8, total: 818.38, couponCode: 'DANCE20' })

  it('is checked, applied to the price and sent along', async () => {
    const { money, person } = await openDialog(
      {},
      { quote: (body) => HttpResponse.json({ success: true, quote: body.couponCode ? reduced : aQuote() }) },
    )
    await person.click(dialog().getByRole('button', { name: 'Apply' }))
    expect(dialog().getByText('Please enter a coupon code')).toBeVisible()
    await person.type(dialog().getByLabelText(/^Coupon code/), 'dance20')
    expect(dialog().getByLabelText(/^Coupon code/)).toHaveValue('DANCE20')
    await person.keyboard('{Enter}')
    expect(await dialog().findByText('Discount applied!')).toBeVisible()
    expect(dialog().getByText('−₹199.80')).toBeVisible()
    await person.click(dialog().getByRole('button', { name: 'Pay ₹818.38' }))
    await waitFor(() => expect(money.ordered).toHaveLength(1))
    expect(money.ordered[0]).toMatchObject({ couponApplied: 'DANCE20', paymentAmount: 818.38 })
  })

  it.each([
    [() => problem(422, 'coupon_expired', 'This coupon has expired'), 'This coupon has expired'],
    [() => HttpResponse.error(), 'Error validating coupon'],
    [() => HttpResponse.json({ code: 'teapot' }, { status: 418 }), 'Invalid coupon code'],
  ])('is refused in words', async (coupon, words) => {
    const { person } = await openDialog({}, { coupon })
    await person.type(dialog().getByLabelText(/^Coupon code/), 'X-1{Enter}')
    expect(await dialog().findByText(words)).toBeVisible()
    expect(await payButton()).toBeEnabled()
  })

  it('that was used up meanwhile is taken off, and the full price stands', async () => {
    const { person } = await openDialog(
      {},
      {
        quote: (body) => HttpResponse.json({ success: true, quote: body.couponCode ? reduced : aQuote() }),
        order: () => problem(409, 'coupon_used_up', 'This coupon has been used up'),
      },
    )
    await person.type(dialog().getByLabelText(/^Coupon code/), 'DANCE20{Enter}')
    await person.click(await dialog().findByRole('button', { name: 'Pay ₹818.38' }))
    expect(await dialog().findByText('This coupon has been used up')).toBeVisible()
    expect(await payButton()).toBeEnabled()
  })
})

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
    expect(await screen.findByRole('heading', { level: 1, name: 'Your class is booked' })).toHaveFocus()
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

  it('keeps the seat when the window is closed, and says what failed in it', async () => {
    const { person, provider } = await openWindow()
    expect(screen.queryByRole('dialog')).toBeNull()
    act(() => provider.fail('Your card was declined'))
    act(() => provider.dismiss())
    expect(await screen.findByText('Payment failed: Your card was declined')).toBeVisible()
    expect(dialog().getByRole('timer')).toHaveTextContent('15:00')
    expect(dialog().getByRole('heading', { name: 'Your seat is waiting' })).toHaveFocus()
    await person.click(dialog().getByRole('button', { name: 'Continue payment' }))
    await waitFor(() => expect(provider.windows).toHaveLength(2))
    act(() => provider.pay())
    await screen.findByRole('heading', { level: 1, name: 'Your class is booked' })
  })

  it('gives the seat back when asked to', async () => {
    const { person, provider } = await openWindow()
    act(() => provider.dismiss())
    await person.click(await screen.findByRole('button', { name: 'Give the seat back' }))
    expect(await screen.findByText('You gave the seat back. Nothing was charged.')).toBeVisible()
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

describe('coming back', () => {
  const stored = (proof: object | null = null) =>
    localStorage.setItem(
      'tala.open-order',
      JSON.stringify({ studentId: 'student-1', orderId: 'order-1', proof }),
    )

  it('finds an open order waiting, and pays it', async () => {
    stored()
    const { provider } = start()
    const { person } = renderArea('/booking')
    await person.click(await screen.findByRole('button', { name: 'Continue payment' }))
    await waitFor(() => expect(provider.windows).toHaveLength(1))
    act(() => provider.pay())
    await screen.findByRole('heading', { level: 1, name: 'Your class is booked' })
  })

  it('hands on what the server has not heard of', async () => {
    stored({ order_id: 'order_Provider1', payment_id: 'pay_9', signature: 's' })
    const { money } = start()
    renderArea('/booking')
    await screen.findByRole('heading', { level: 1, name: 'Your class is booked' })
    expect(money.proofs).toEqual([{ order_id: 'order_Provider1', payment_id: 'pay_9', signature: 's' }])
  })

  it('shows the confirmation of what was booked meanwhile', async () => {
    stored()
    start({ active: [aBooking({ _id: 'booking-1' })] }, { orders: [bookedOrder()] })
    renderArea('/booking')
    expect(await screen.findByRole('heading', { level: 1, name: 'Your class is booked' })).toBeVisible()
  })

  it('says that the time is over, and lets one choose again', async () => {
    stored()
    start({}, { orders: [anOrder({ state: 'expired', heldUntil: null })] })
    const { person } = renderArea('/booking')
    expect(await screen.findByRole('heading', { name: 'The time to pay is over' })).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Choose another time' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(localStorage.getItem('tala.open-order')).toBeNull()
  })

  it('finds the held seat in the list, and in sight while its dialog is put aside', async () => {
    const held = { ...slots[0], heldUntil: '2026-11-20T09:14:12Z', orderId: 'order-1' } as (typeof slots)[0]
    start({ slots: [held] })
    const { person } = renderArea('/booking')
    const tile = await screen.findByRole('button', { name: /Held for you 14:12/ })
    await person.click(tile)
    expect(await screen.findByRole('heading', { name: 'Your seat is waiting' })).toBeVisible()
    await person.click(dialog().getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const banner = within(screen.getByRole('group', { name: 'An unfinished payment' }))
    await person.click(banner.getByRole('button', { name: 'Continue payment' }))
    expect(await screen.findByRole('heading', { name: 'Your seat is waiting' })).toBeVisible()
  })
})
