import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Booking, CancelReply } from '@/api/types'
import { setClock } from '@/lib/clock'
import { epochMs } from '@/lib/time'
import { problem, startStudentApi } from '@/student/test/api'
import { startPaymentsApi } from '@/student/test/paymentsApi'
import { renderStudentArea } from '@/student/test/renderStudentArea'
import { aBooking, aSlot } from '@/test/builders'
import { anOrder, aPolicy, aQuote } from '@/test/moneyBuilders'
import { server } from '@/test/server'

const setTime = (iso: string) => setClock(() => epochMs(iso))
beforeEach(() => setTime('2026-11-20T09:00:00Z'))

const HOUR = { dateTime: '2026-11-23T20:00:00Z', endDateTime: '2026-11-23T21:00:00Z' }
const paidBooking = aBooking({
  ...HOUR,
  paymentStatus: 'paid',
  paymentAmount: 999,
  policy: aPolicy(),
  orderId: 'order-1',
})
const creditBooking = aBooking({ ...HOUR, policy: aPolicy({ paidWith: 'credit' }) })
const dialog = () => within(screen.getByRole('dialog'))

const cancelReply = (overrides: Partial<CancelReply> = {}): CancelReply => ({
  success: true,
  booking: { ...paidBooking, bookingStatus: 'cancelled' },
  outcome: 'refund',
  refund: { amount: 1022.98, currency: 'INR', state: 'requested' },
  creditExpiresAt: null,
  message: 'Your class is cancelled.',
  ...overrides,
})

async function openChange(booking: Booking, change: RegExp, order = anOrder({ state: 'booked' })) {
  const api = startStudentApi({ active: [booking] })
  startPaymentsApi({ orders: [order] })
  const view = renderStudentArea('/booking#activeclasses')
  const opener = await screen.findByRole('button', { name: change })
  await view.person.click(opener)
  await screen.findByRole('dialog')
  return { api, opener, ...view }
}

describe('cancelling', () => {
  const open = (booking: Booking) => openChange(booking, /^Cancel class/)

  it.each<[string, Booking, string, RegExp]>([
    [
      '24 hours before, money',
      paidBooking,
      '2026-11-22T20:00:00Z',
      /^We’ll refund ₹1,022\.98 to your original payment method/,
    ],
    [
      'later, a credit',
      paidBooking,
      '2026-11-22T20:00:01Z',
      /^You get a class credit with your teacher instead of a refund of ₹1,022\.98\. Use it within 60 days/,
    ],
    ['24 hours before, the credit', creditBooking, '2026-11-22T20:00:00Z', /^Your credit comes back/],
    ['later, the credit', creditBooking, '2026-11-23T08:00:00Z', /^Your credit comes back/],
  ])('returns %s', async (_, booking, now, text) => {
    setTime(now)
    await open(booking)
    expect(dialog().getByText(/^(Full refund until|Cancel by|Free cancellation until)/)).toBeVisible()
    expect(await dialog().findByText(text)).toBeVisible()
  })

  it.each([
    ['2026-11-22T20:00:00Z', /^Nothing was charged\. You can use your coupon again/],
    ['2026-11-22T20:00:01Z', /^You get a class credit with your teacher instead of a refund\. Use it/],
  ])('at %s a class that was free shows what the server will do', async (now, text) => {
    setTime(now)
    await openChange(paidBooking, /^Cancel class/, anOrder({ state: 'booked', quote: aQuote({ total: 0 }) }))
    expect(await dialog().findByText(text)).toBeVisible()
  })

  it('shows the result and removes the class from the list', async () => {
    const { api, person } = await open(paidBooking)
    server.use(
      http.post('*/api/bookings/booking-1/cancel', () => {
        api.active = []
        return HttpResponse.json(cancelReply())
      }),
    )
    await person.click(dialog().getByRole('button', { name: 'Cancel class' }))
    const result = await dialog().findByText(/^We’ll start your refund of ₹1,022.98 within 1–2 business days/)
    await waitFor(() => expect(result).toHaveFocus())
    await person.click(dialog().getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
    expect(await screen.findByText('No active classes found')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Active Classes' })).toHaveFocus())
  })

  it('shows how long a new credit is valid', async () => {
    const { person } = await open(creditBooking)
    server.use(
      http.post('*/cancel', () =>
        HttpResponse.json(
          cancelReply({
            outcome: 'credit',
            refund: null,
            creditExpiresAt: '2027-01-19T09:00:00Z',
            message: 'The server’s sentence, always in English.',
          }),
        ),
      ),
    )
    await person.click(dialog().getByRole('button', { name: 'Cancel class' }))
    expect(await dialog().findByText('A class credit is in your account.')).toBeVisible()
    expect(dialog().getByText('Book with it by Tue, 19 Jan 2027, 9:00 am.')).toBeVisible()
  })

  it.each([
    ['credit_returned', 'Your credit is back in your account.'],
    ['none', 'Nothing was charged for this class.'],
  ])('shows the outcome %s', async (outcome, text) => {
    const { person } = await open(creditBooking)
    const reply = cancelReply({ outcome, refund: null, booking: { ...creditBooking, creditsUsed: 1 } })
    server.use(http.post('*/cancel', () => HttpResponse.json(reply)))
    await person.click(dialog().getByRole('button', { name: 'Cancel class' }))
    expect(await dialog().findByText(text)).toBeVisible()
  })

  it('sends what the student saw, so that the server does not return less', async () => {
    const { person } = await open(creditBooking)
    let sent: unknown
    server.use(
      http.post('*/cancel', async ({ request }) => {
        sent = await request.json()
        return problem(409, 'cancellation_outcome_changed', 'What you get back has changed.')
      }),
    )
    await person.click(dialog().getByRole('button', { name: 'Cancel class' }))
    expect(await dialog().findByText('What you get back has changed.')).toBeVisible()
    expect(sent).toEqual({ expectedOutcome: 'credit_returned' })
  })

  it('shows the server’s error and keeps the class', async () => {
    const { person, opener } = await open(paidBooking)
    server.use(http.post('*/cancel', () => problem(409, 'too_late_to_cancel', 'It is too late to cancel.')))
    await person.click(dialog().getByRole('button', { name: 'Cancel class' }))
    expect(await dialog().findByText('It is too late to cancel.')).toBeVisible()
    await person.click(dialog().getByRole('button', { name: 'Keep the class' }))
    await waitFor(() => expect(opener).toHaveFocus())
  })

  it('is not offered within 12 hours before the class, and the row says why', async () => {
    setTime('2026-11-23T08:00:01Z')
    startStudentApi({ active: [paidBooking] })
    renderStudentArea('/booking#activeclasses')
    expect(await screen.findByText(/^Starts in less than 12 hours/)).toBeVisible()
    expect(screen.queryByRole('button', { name: /^(Cancel class|Reschedule)/ })).toBeNull()
  })

  it('is not offered during the class, and the row says why', async () => {
    setTime('2026-11-23T20:30:00Z')
    startStudentApi({ active: [paidBooking] })
    renderStudentArea('/booking#activeclasses')
    expect(await screen.findByText('This class has started, so it can’t be changed.')).toBeVisible()
  })
})

describe('rescheduling', () => {
  const slots = [
    aSlot({ _id: 'new', dateTime: '2026-11-25T10:00:00Z', endDateTime: '2026-11-25T11:00:00Z' }),
    aSlot({
      _id: 'dear',
      dateTime: '2026-11-25T12:00:00Z',
      classTypeKey: 'Group',
      creditCost: 2,
      capacity: 10,
    }),
    aSlot({ _id: 'held', dateTime: '2026-11-25T14:00:00Z', classTypeKey: 'Duet', orderId: 'order-9' }),
  ]

  async function pick(free = slots) {
    startStudentApi({ active: [paidBooking], slots: free })
    startPaymentsApi({ orders: [anOrder({ state: 'booked' })] })
    const view = renderStudentArea('/booking#activeclasses')
    await view.person.click(await screen.findByRole('button', { name: /^Reschedule/ }))
    await view.person.click(await dialog().findByRole('button', { name: /10:00 am Private/ }))
    return view
  }

  it('says that the teacher takes no bookings, instead of an error that a retry cannot change', async () => {
    startStudentApi({ active: [creditBooking] })
    startPaymentsApi({ orders: [] })
    server.use(http.get('*/api/teacher/:id/available-slots', () => problem(404, 'not_found', 'Not found.')))
    const { person } = renderStudentArea('/booking#activeclasses')
    await person.click(await screen.findByRole('button', { name: /^Reschedule/ }))
    await screen.findByRole('dialog')
    expect(await dialog().findByText(/^Your teacher is not taking bookings at the moment/)).toBeVisible()
    expect(dialog().queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('offers slots of the same cost, asks for confirmation and reschedules the class', async () => {
    const { person } = await pick()
    expect(dialog().getByText('We’ll email you and your teacher an updated invitation.')).toBeInTheDocument()
    expect(dialog().queryByText(/We’ve emailed/)).toBeNull()
    expect(dialog().getByText('Mon, 23 Nov 2026, 8:00–9:00 pm')).toBeVisible()
    expect(dialog().getByText('Wed, 25 Nov 2026, 10:00–11:00 am')).toBeVisible()
    let sent: unknown
    server.use(
      http.post('*/api/bookings/booking-1/reschedule', async ({ request }) => {
        sent = await request.json()
        return HttpResponse.json({
          success: true,
          booking: { ...paidBooking, dateTime: '2026-11-25T10:00:00Z' },
        })
      }),
    )
    await person.click(dialog().getByRole('button', { name: 'Choose another time' }))
    expect(await dialog().findByRole('button', { name: /Private/ })).toBeVisible()
    // The class that is being moved.
    expect(dialog().getByText('Mon, 23 Nov 2026, 8:00–9:00 pm')).toBeVisible()
    expect(dialog().queryByRole('button', { name: /Group|Duet/ })).toBeNull()
    await person.click(dialog().getByRole('button', { name: /10:00 am Private/ }))
    await person.click(dialog().getByRole('button', { name: 'Move the class' }))
    const result = await dialog().findByText('Your class is now on Wed, 25 Nov at 10:00 am.')
    await waitFor(() => expect(result).toHaveFocus())
    expect(dialog().getByText('We’ve emailed you and your teacher an updated invitation.')).toBeVisible()
    expect(sent).toEqual({ slotId: 'new', dateTime: '2026-11-25T10:00:00Z', isVirtualSlot: true })
  })

  it('shows the cancellation policy of the new time before confirming', async () => {
    await pick()
    expect(dialog().getByText('Full refund until Tue, 24 Nov, 10:00 am')).toBeVisible()
    expect(dialog().getByText('Class credit until Tue, 24 Nov, 10:00 pm')).toBeVisible()
    expect(dialog().queryByText(/^The new time is/)).toBeNull()
  })

  it('warns if the right to a refund is lost', async () => {
    setTime('2026-11-21T12:00:00Z')
    await pick([
      aSlot({ _id: 'soon', dateTime: '2026-11-22T10:00:00Z', endDateTime: '2026-11-22T11:00:00Z' }),
    ])
    expect(dialog().getByText(/^The new time is less than 24 hours away/)).toBeVisible()
    expect(dialog().getByText(/and you get a class credit instead of a refund\.$/)).toBeVisible()
  })

  it('shows fresh slots when the slot was taken', async () => {
    const { person } = await pick()
    const fresh = [aSlot({ _id: 'fresh', dateTime: '2026-11-26T15:00:00Z' })]
    server.use(
      http.post('*/reschedule', () =>
        problem(409, 'slot_taken', 'This class has just been taken.', { slots: fresh }),
      ),
    )
    await person.click(dialog().getByRole('button', { name: 'Move the class' }))
    expect(
      await dialog().findByText('This class has just been taken. These times are open now.'),
    ).toBeVisible()
    expect(await dialog().findByRole('button', { name: /3:00 pm Private/ })).toBeVisible()
  })

  it('shows a message when there is no other slot', async () => {
    startStudentApi({ active: [paidBooking], slots: [] })
    startPaymentsApi({ orders: [anOrder({ state: 'booked' })] })
    const { person } = renderStudentArea('/booking#activeclasses')
    await person.click(await screen.findByRole('button', { name: /^Reschedule/ }))
    expect(await dialog().findByText(/^Your teacher has no other open time/)).toBeVisible()
  })
})

it('Past Classes show that a late cancellation gave a credit', async () => {
  const cancelled = { bookingStatus: 'cancelled', cancelledBy: 'student' } as const
  startStudentApi({ past: [{ ...paidBooking, ...cancelled, paymentStatus: 'paid', refund: null }] })
  renderStudentArea('/booking#history')
  const table = within(await screen.findByRole('table', { name: 'Past Classes' }))
  expect(table.getByText('You got a class credit instead of a refund.')).toBeVisible()
})

it('Past Classes show who cancelled and where the money is', async () => {
  startStudentApi({
    past: [
      aBooking({
        bookingStatus: 'cancelled',
        cancelledBy: 'teacher',
        cancellationReason: 'I have a cold.',
        orderId: 'order-1',
        refund: { amount: 1022.98, currency: 'INR', state: 'started' },
      }),
    ],
  })
  renderStudentArea('/booking#history')
  const table = within(await screen.findByRole('table', { name: 'Past Classes' }))
  expect(table.getByText('by your teacher')).toBeVisible()
  expect(table.getByText('“I have a cold.”')).toBeVisible()
  expect(table.getByText(/^The refund of ₹1,022.98 has started/)).toBeVisible()
  expect(table.getByRole('link', { name: /^Receipt for Mon, 23 Nov/ })).toBeVisible()
})
