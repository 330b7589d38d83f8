import { waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setClock } from '@/lib/clock'
import { epochMs } from '@/lib/time'
import { problem } from '@/student/test/api'
import { dialog, openDialog, payButton } from '@/student/test/payment'
import { orderResponse } from '@/student/test/paymentsApi'
import { aProfile } from '@/test/builders'
import { anOrder, aQuote } from '@/test/moneyBuilders'

beforeEach(() => setClock(() => epochMs('2026-11-20T09:00:00Z')))
afterEach(() => void vi.restoreAllMocks())

describe('price', () => {
  it('shows each line, the waived fee struck through, the total on the button and the policy', async () => {
    await openDialog()
    await payButton()
    const lines = dialog()
      .getAllByRole('term')
      .map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`)
    expect(lines).toContain('Class price: ₹999')
    expect(lines).toContain('Platform fee: ₹99.90 ₹99.90 waived, you pay₹0')
    expect(lines).toContain('Payment provider fee (2.4%): ₹23.98')
    expect(lines).toContain('Total: ₹1,022.98')
    expect(dialog().getByText(/^Full refund until Sun, 22 Nov, 8:00 pm/)).toBeVisible()
    expect(dialog().getByText('Insufficient Credits.')).toBeVisible()
    expect(dialog().queryByRole('button', { name: /Book with Credits/ })).toBeNull()
  })

  it('can be requested again after a failure', async () => {
    const { money, person } = await openDialog(
      {},
      { quote: () => problem(503, 'payment_unavailable', 'Not now.') },
    )
    expect(await dialog().findByText('Not now.')).toBeVisible()
    money.quote = () => HttpResponse.json({ success: true, quote: aQuote() })
    await person.click(dialog().getByRole('button', { name: 'Try again' }))
    expect(await payButton()).toBeEnabled()
  })

  it('is updated with a notice after it has changed', async () => {
    const higherPrice = aQuote({ basePrice: 1099, total: 1125.38, policy: null })
    const { money, person, provider } = await openDialog(
      {},
      { order: () => problem(409, 'price_changed', 'The price changed.', { quote: higherPrice }) },
    )
    await person.click(await payButton())
    expect(await dialog().findByText(/^The price has changed\./)).toBeVisible()
    expect(dialog().getByText(/^Full refund until /)).toBeVisible()
    expect(provider.windows).toHaveLength(0)
    money.order = () => orderResponse(anOrder())
    await person.click(dialog().getByRole('button', { name: 'Pay ₹1,125.38' }))
    await waitFor(() => expect(money.ordered).toHaveLength(2))
    expect(money.ordered[1]?.paymentAmount).toBe(1125.38)
  })

  it('offers a choice to students with credits, credits first', async () => {
    const { person } = await openDialog({ profile: aProfile() })
    expect(dialog().getByRole('button', { name: 'Book with Credits (1 credit)' })).toBeEnabled()
    expect(dialog().getByRole('radio', { name: 'Use 1 credit' })).toBeChecked()
    await person.click(await dialog().findByRole('radio', { name: 'Pay ₹1,022.98' }))
    expect(await payButton()).toBeEnabled()
    expect(dialog().queryByRole('button', { name: /Book with Credits/ })).toBeNull()
  })
})

describe('coupon', () => {
  const reduced = aQuote({ discountPercent: 20, discountAmount: 199.8, total: 818.38, couponCode: 'DANCE20' })

  it('is validated, applied to the price and sent with the order', async () => {
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
  ])('shows why it is rejected', async (coupon, words) => {
    const { money, person } = await openDialog({}, { coupon })
    await person.type(dialog().getByLabelText(/^Coupon code/), 'X-1{Enter}')
    expect(await dialog().findByText(words)).toBeVisible()
    await person.click(await payButton())
    await waitFor(() => expect(money.ordered).toHaveLength(1))
    expect(money.ordered[0]).toMatchObject({ couponApplied: null })
  })

  it('that was only typed is applied by Pay, which then shows the new price', async () => {
    const { money, person } = await openDialog(
      {},
      { quote: (body) => HttpResponse.json({ success: true, quote: body.couponCode ? reduced : aQuote() }) },
    )
    await person.type(dialog().getByLabelText(/^Coupon code/), 'dance20')
    await person.click(await payButton())
    await person.click(await dialog().findByRole('button', { name: 'Pay ₹818.38' }))
    await waitFor(() => expect(money.ordered).toHaveLength(1))
    expect(money.ordered[0]).toMatchObject({ couponApplied: 'DANCE20', paymentAmount: 818.38 })
  })

  it('is removed when it was used up before the order, and the full price is shown', async () => {
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
