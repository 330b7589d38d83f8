/** Starts a purchase of a class in the student area, for the tests of paying. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import { aProfile, aSlot } from '@/test/builders'
import { payments } from '@/test/moneyBuilders'
import { type StudentApi, startApi } from './api'
import { type MoneyApi, startMoney, startProvider } from './money'
import { renderArea } from './renderArea'

export const slots = [
  aSlot({ _id: 'a', dateTime: '2026-11-23T20:00:00Z', endDateTime: '2026-11-23T21:00:00Z' }),
  aSlot({ _id: 'b', dateTime: '2026-11-24T08:00:00Z', classTypeKey: 'Group', creditCost: 2, capacity: 10 }),
]

export const dialog = () => within(screen.getByRole('dialog', { name: 'Book Your Class' }))
export const payButton = () => dialog().findByRole('button', { name: 'Pay ₹1,022.98' })

/** A student without credits, where payments are taken. */
export function startPaying(over: Partial<StudentApi> = {}, money: Partial<MoneyApi> = {}) {
  const provider = startProvider()
  const profile = aProfile({ classCredits: 0, classCreditsExpiry: null })
  return { api: startApi({ slots, profile, payments, ...over }), money: startMoney(money), provider }
}

export async function openDialog(over: Partial<StudentApi> = {}, money: Partial<MoneyApi> = {}) {
  const started = startPaying(over, money)
  const view = renderArea('/booking')
  await screen.findByText('Guru Padma Subramaniam')
  await view.person.click(await screen.findByRole('button', { name: /Private/ }))
  await screen.findByRole('dialog', { name: 'Book Your Class' })
  return { ...started, ...view }
}

export async function openWindow(over: Partial<StudentApi> = {}, money: Partial<MoneyApi> = {}) {
  const opened = await openDialog(over, money)
  await opened.person.click(await payButton())
  await waitFor(() => expect(opened.provider.windows).toHaveLength(1))
  return opened
}

/** The window has gone, and the server has been asked often enough what came of it. */
export async function goOn(): Promise<HTMLElement> {
  const button = await screen.findByRole('button', { name: 'Continue payment' })
  await waitFor(() => expect(button).toBeEnabled())
  return button
}

/** The network is there again. */
export function comeBack(): void {
  act(() => void window.dispatchEvent(new Event('online')))
}
