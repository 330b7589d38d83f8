import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setClock } from '@/lib/clock'
import { epochMs } from '@/lib/time'
import { startStudentApi } from '@/student/test/api'
import { startPaymentsApi, startProvider } from '@/student/test/paymentsApi'
import { renderStudentArea } from '@/student/test/renderStudentArea'
import { aProfile, aSlot } from '@/test/builders'
import { payments } from '@/test/moneyBuilders'

beforeEach(() => setClock(() => epochMs('2026-11-20T09:00:00Z')))
afterEach(() => void vi.restoreAllMocks())

// A separate file: the script is loaded once per page, and must not be loaded yet here.
it('an order that could not be paid is released without a warning', async () => {
  const provider = startProvider()
  provider.loads = false
  startStudentApi({ slots: [aSlot()], profile: aProfile({ classCredits: 0 }), payments })
  startPaymentsApi()
  const { person } = renderStudentArea('/booking')
  await screen.findByText('Guru Padma Subramaniam')
  await person.click(await screen.findByRole('button', { name: /Private/ }))
  await person.click(await screen.findByRole('button', { name: 'Pay ₹1,022.98' }))
  await person.click(await screen.findByRole('button', { name: 'Release this class' }))
  expect(await screen.findByText('Released. Nothing was charged.')).toBeVisible()
})

it('a failed payment script shows an error, keeps the seat and is loaded again', async () => {
  const provider = startProvider()
  provider.loads = false
  startStudentApi({ slots: [aSlot()], profile: aProfile({ classCredits: 0 }), payments })
  startPaymentsApi()
  const { person } = renderStudentArea('/booking')
  await screen.findByText('Guru Padma Subramaniam')
  await person.click(await screen.findByRole('button', { name: /Private/ }))
  await person.click(await screen.findByRole('button', { name: 'Pay ₹1,022.98' }))
  expect(await screen.findByText(/^The payment window didn’t load\. Nothing was charged/)).toBeVisible()
  expect(within(screen.getByRole('dialog')).getByRole('timer')).toHaveTextContent('15:00')
  expect(screen.queryByText(/^If a UPI request is still open/)).toBeNull()
  provider.loads = true
  await person.click(screen.getByRole('button', { name: 'Continue payment' }))
  await waitFor(() => expect(provider.windows).toHaveLength(1))
})
