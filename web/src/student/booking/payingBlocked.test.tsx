import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { epochMs, setClock } from '@/lib/time'
import { startApi } from '@/student/test/api'
import { startMoney, startProvider } from '@/student/test/money'
import { renderArea } from '@/student/test/renderArea'
import { aProfile, aSlot } from '@/test/builders'
import { payments } from '@/test/moneyBuilders'

beforeEach(() => setClock(() => epochMs('2026-11-20T09:00:00Z')))
afterEach(() => void vi.restoreAllMocks())

// A file of its own: the script is loaded once a page, and here it must not have been.
it('gives back what nobody could have begun to pay, and says only that', async () => {
  const provider = startProvider()
  provider.loads = false
  startApi({ slots: [aSlot()], profile: aProfile({ classCredits: 0 }), payments })
  startMoney()
  const { person } = renderArea('/booking')
  await screen.findByText('Guru Padma Subramaniam')
  await person.click(await screen.findByRole('button', { name: /Private/ }))
  await person.click(await screen.findByRole('button', { name: 'Pay ₹1,022.98' }))
  await person.click(await screen.findByRole('button', { name: 'Give the seat back' }))
  expect(await screen.findByText('You gave the seat back. Nothing was charged.')).toBeVisible()
})

it('says clearly that the payment window could not be loaded, keeps the seat, and tries anew', async () => {
  const provider = startProvider()
  provider.loads = false
  startApi({ slots: [aSlot()], profile: aProfile({ classCredits: 0 }), payments })
  startMoney()
  const { person } = renderArea('/booking')
  await screen.findByText('Guru Padma Subramaniam')
  await person.click(await screen.findByRole('button', { name: /Private/ }))
  await person.click(await screen.findByRole('button', { name: 'Pay ₹1,022.98' }))
  expect(
    await screen.findByText(/^The payment window could not be loaded\. Nothing was charged/),
  ).toBeVisible()
  expect(within(screen.getByRole('dialog')).getByRole('timer')).toHaveTextContent('15:00')
  expect(screen.queryByText(/^A payment request that is still open/)).toBeNull()
  provider.loads = true
  await person.click(screen.getByRole('button', { name: 'Continue payment' }))
  await waitFor(() => expect(provider.windows).toHaveLength(1))
})
