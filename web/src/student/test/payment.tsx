/** Helpers that start the purchase of a class in the student area. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import { aProfile, aSlot } from '@/test/builders'
import { payments } from '@/test/moneyBuilders'
import { type StudentApi, startStudentApi } from './api'
import { type PaymentsApi, startPaymentsApi, startProvider } from './paymentsApi'
import { renderStudentArea } from './renderStudentArea'

export const slots = [
  aSlot({ _id: 'a', dateTime: '2026-11-23T20:00:00Z', endDateTime: '2026-11-23T21:00:00Z' }),
  aSlot({ _id: 'b', dateTime: '2026-11-24T08:00:00Z', classTypeKey: 'Group', creditCost: 2, capacity: 10 }),
]

export const dialog = () => within(screen.getByRole('dialog', { name: 'Book Your Class' }))
export const payButton = () => dialog().findByRole('button', { name: 'Pay ₹1,022.98' })

/** A student without credits in an installation with payments. */
export function startPaymentTest(overrides: Partial<StudentApi> = {}, money: Partial<PaymentsApi> = {}) {
  const provider = startProvider()
  const profile = aProfile({ classCredits: 0, classCreditsExpiry: null })
  return {
    api: startStudentApi({ slots, profile, payments, ...overrides }),
    money: startPaymentsApi(money),
    provider,
  }
}

export async function openDialog(overrides: Partial<StudentApi> = {}, money: Partial<PaymentsApi> = {}) {
  const started = startPaymentTest(overrides, money)
  const view = renderStudentArea('/booking')
  await screen.findByText('Guru Padma Subramaniam')
  await view.person.click(await screen.findByRole('button', { name: /Private/ }))
  await screen.findByRole('dialog', { name: 'Book Your Class' })
  return { ...started, ...view }
}

export async function openWindow(overrides: Partial<StudentApi> = {}, money: Partial<PaymentsApi> = {}) {
  const opened = await openDialog(overrides, money)
  await opened.person.click(await payButton())
  await waitFor(() => expect(opened.provider.windows).toHaveLength(1))
  return opened
}

/** Waits until polling after a closed window has ended; returns the enabled button. */
export async function findContinueButton(name = 'Continue payment'): Promise<HTMLElement> {
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(button).toBeEnabled())
  return button
}

/** Fires the browser's `online` event. */
export function goOnline(): void {
  act(() => void window.dispatchEvent(new Event('online')))
}
