import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { epochMs, setClock } from '@/lib/time'
import { bookedOrder } from '@/student/test/money'
import { dialog, slots, startPaying } from '@/student/test/paying'
import { renderArea } from '@/student/test/renderArea'
import { aBooking } from '@/test/builders'
import { anOrder } from '@/test/moneyBuilders'

beforeEach(() => setClock(() => epochMs('2026-11-20T09:00:00Z')))
afterEach(() => void vi.restoreAllMocks())

describe('coming back', () => {
  const stored = (proof: object | null = null) =>
    localStorage.setItem(
      'tala.open-order',
      JSON.stringify({ studentId: 'student-1', orderId: 'order-1', proof }),
    )

  it('finds an open order waiting, and pays it', async () => {
    stored()
    const { provider } = startPaying()
    const { person } = renderArea('/booking')
    await person.click(await screen.findByRole('button', { name: 'Continue payment' }))
    await waitFor(() => expect(provider.windows).toHaveLength(1))
    act(() => provider.pay())
    await screen.findByRole('heading', { level: 1, name: 'Your class is booked' })
  })

  it('hands on what the server has not heard of', async () => {
    stored({ order_id: 'order_Provider1', payment_id: 'pay_9', signature: 's' })
    const { money } = startPaying()
    renderArea('/booking')
    await screen.findByRole('heading', { level: 1, name: 'Your class is booked' })
    expect(money.proofs).toEqual([{ order_id: 'order_Provider1', payment_id: 'pay_9', signature: 's' }])
  })

  it('shows the confirmation of what was booked meanwhile', async () => {
    stored()
    startPaying({ active: [aBooking({ _id: 'booking-1' })] }, { orders: [bookedOrder()] })
    renderArea('/booking')
    expect(await screen.findByRole('heading', { level: 1, name: 'Your class is booked' })).toBeVisible()
  })

  it('says that the time is over, and lets one choose again', async () => {
    stored()
    startPaying({}, { orders: [anOrder({ state: 'expired', heldUntil: null })] })
    const { person } = renderArea('/booking')
    expect(await screen.findByRole('heading', { name: 'The time to pay is over' })).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Choose another time' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(localStorage.getItem('tala.open-order')).toBeNull()
  })

  it('goes by the server, not by the clock of the device', async () => {
    stored()
    const { money, provider } = startPaying({}, { orders: [anOrder({ heldUntil: '2026-11-20T08:59:00Z' })] })
    const { person } = renderArea('/booking')
    expect(await screen.findByText(/^By the clock of this device the time is up\./)).toBeVisible()
    expect(money.reads).toBe(2)
    await person.click(screen.getByRole('button', { name: 'Continue payment' }))
    await waitFor(() => expect(provider.windows).toHaveLength(1))
  })

  it('says of a seat whose payment is being checked only that, not for how many days it is held', async () => {
    const held = { ...slots[0], heldUntil: '2026-11-26T09:00:00Z', orderId: 'order-1' } as (typeof slots)[0]
    startPaying({ slots: [held] })
    renderArea('/booking')
    const tile = await screen.findByRole('button', { name: /Payment being checked/ })
    expect(tile).not.toHaveTextContent('Held for you')
  })

  it('finds the held seat in the list, and in sight while its dialog is put aside', async () => {
    const held = { ...slots[0], heldUntil: '2026-11-20T09:14:12Z', orderId: 'order-1' } as (typeof slots)[0]
    startPaying({ slots: [held] })
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
