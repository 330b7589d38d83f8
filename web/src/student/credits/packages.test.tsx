import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setClock } from '@/lib/clock'
import { epochMs } from '@/lib/time'
import { problem, startStudentApi } from '@/student/test/api'
import { type PaymentsApi, startPaymentsApi, startProvider } from '@/student/test/paymentsApi'
import { renderStudentArea } from '@/student/test/renderStudentArea'
import { aProfile } from '@/test/builders'
import { anOrder, aQuote, payments } from '@/test/moneyBuilders'

beforeEach(() => setClock(() => epochMs('2026-11-20T09:00:00Z')))
afterEach(() => void vi.restoreAllMocks())

const dialog = () => within(screen.getByRole('dialog', { name: 'Complete Bulk Package Purchase' }))
const four = aQuote({ packageSize: 4, basePrice: 3996, total: 4091.9, expiryDays: 30, policy: null })
const order = anOrder({
  purpose: 'package',
  packageSize: 4,
  quote: four,
  slotId: null,
  dateTime: null,
  classTypeKey: null,
  heldUntil: null,
})

async function openDialog(overrides: Partial<PaymentsApi> = {}) {
  const provider = startProvider()
  const api = startStudentApi({ payments, profile: aProfile({ classCredits: 0, classCreditsExpiry: null }) })
  const money = startPaymentsApi({
    quote: (body) =>
      HttpResponse.json({
        success: true,
        quote: body.packageSize === 4 ? four : { ...four, total: 8183.81 },
      }),
    orders: [order],
    proof: () => {
      api.profile = aProfile({ classCredits: 4 })
      return HttpResponse.json({ success: true, order: { ...order, state: 'credited' }, classCredits: 4 })
    },
    ...overrides,
  })
  const view = renderStudentArea('/booking#account')
  const opener = await screen.findByRole('button', { name: 'Buy 4 Classes' })
  await view.person.click(opener)
  await screen.findByRole('dialog', { name: 'Complete Bulk Package Purchase' })
  await dialog().findByText('Total')
  return { api, money, provider, opener, ...view }
}

it('an invalid phone number is marked at its field, and nothing is ordered', async () => {
  const { money, person } = await openDialog()
  const phone = dialog().getByLabelText('Phone')
  await person.type(phone, '12')
  await person.click(dialog().getByRole('button', { name: 'Purchase Package' }))
  expect(phone).toHaveAccessibleDescription(/Please enter a valid phone number, or leave it empty/)
  expect(phone).toHaveFocus()
  expect(money.ordered).toHaveLength(0)
})

it('both packages are shown with their price', async () => {
  startStudentApi({ payments })
  startPaymentsApi({ orders: [] })
  renderStudentArea('/booking#account')
  expect(await screen.findByRole('button', { name: 'Buy 8 Classes' })).toBeVisible()
  const offers = within(screen.getByRole('list', { name: 'Packages of classes' })).getAllByRole('listitem')
  await waitFor(() =>
    expect(offers[0]).toHaveTextContent('4 classes · ₹255.75 each, fees included · book within 30 days'),
  )
  expect(offers[1]).toHaveTextContent('8 classes · ₹127.87 each, fees included · book within 60 days')
  expect(screen.queryByText(/To get more credits/)).toBeNull()
})

it('a package purchase creates one order and one payment and updates the balance', async () => {
  const { money, person, provider, opener } = await openDialog()
  expect(dialog().getByText('4 classes, valid for 30 days')).toBeVisible()
  expect(dialog().getByText(/^Packages can’t be refunded/)).toBeVisible()
  expect(dialog().getByRole('link', { name: 'Refund Policy' })).toHaveAttribute('href', '/refund-policy')
  expect(dialog().getByLabelText('Name')).toHaveValue('Meera Iyer')
  expect(dialog().getByLabelText('Email')).toHaveValue('meera@example.com')
  await person.type(dialog().getByLabelText('Phone'), '+91 98400 12345')
  await person.dblClick(dialog().getByRole('button', { name: 'Purchase Package' }))
  await waitFor(() => expect(provider.windows).toHaveLength(1))
  expect(money.ordered).toEqual([
    {
      studentEmail: 'meera@example.com',
      packageSize: 4,
      paymentAmount: 4091.9,
      currency: 'INR',
      studentPhone: '+91 98400 12345',
      discountApplied: 0,
      discountPercent: 0,
      couponCode: null,
      isPromotion: true,
    },
  ])
  expect(provider.windows[0]?.prefill.contact).toBe('+91 98400 12345')
  act(() => provider.pay())
  expect(await screen.findByText('Classes purchased successfully!')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Book a class' })).toBeVisible()
  expect(await screen.findByText('4 Classes Remaining')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(opener).toBeVisible()
})

it('a coupon that was only typed is applied before anything is ordered', async () => {
  const { money, person } = await openDialog({
    coupon: () => problem(422, 'coupon_expired', 'This coupon has expired'),
  })
  await person.type(dialog().getByLabelText(/^Coupon code/), 'old')
  await person.click(dialog().getByRole('button', { name: 'Purchase Package' }))
  expect(await dialog().findByText('This coupon has expired')).toBeVisible()
  expect(money.ordered).toEqual([])
})

it('an error uses the specification’s text', async () => {
  const { person } = await openDialog({ order: () => HttpResponse.json({ code: 'teapot' }, { status: 418 }) })
  await person.click(dialog().getByRole('button', { name: 'Purchase Package' }))
  expect(await dialog().findByText('Failed to process bulk purchase')).toBeVisible()
})

it('a rejected proof is shown', async () => {
  const { person, provider } = await openDialog({
    proof: () => problem(422, 'payment_not_verified', 'Payment verification failed'),
  })
  await person.click(dialog().getByRole('button', { name: 'Purchase Package' }))
  await waitFor(() => expect(provider.windows).toHaveLength(1))
  act(() => provider.pay())
  expect(await screen.findByText('Payment verification failed')).toBeVisible()
})

it('an order waits after the window is closed and can be released', async () => {
  const { person, provider } = await openDialog({
    release: () => HttpResponse.json({ ...order, state: 'cancelled' }),
  })
  await person.click(dialog().getByRole('button', { name: 'Purchase Package' }))
  await waitFor(() => expect(provider.windows).toHaveLength(1))
  act(() => provider.fail('Payment was not completed on time.', 'payment_timed_out'))
  act(() => provider.dismiss())
  const waiting = await screen.findByRole('heading', { name: 'Your payment is still being processed' })
  await waitFor(() => expect(waiting).toHaveFocus())
  expect(await dialog().findByText(/^Your bank .* we’ll add your credits and email you\./)).toBeVisible()
  await person.click(dialog().getByRole('button', { name: 'Cancel this purchase' }))
  expect(await screen.findByText(/^Purchase cancelled\. If your bank still takes the payment/)).toBeVisible()
})
