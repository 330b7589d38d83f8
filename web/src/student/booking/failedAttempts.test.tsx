import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setClock } from '@/lib/clock'
import { epochMs } from '@/lib/time'
import { dialog, findContinueButton, openWindow } from '@/student/test/payment'

const PROCESSING = 'Your payment is still being processed'

beforeEach(() => setClock(() => epochMs('2026-11-20T09:00:00Z')))
afterEach(() => void vi.restoreAllMocks())

test('shows the provider’s reason if its code is unknown', async () => {
  const { provider } = await openWindow()
  act(() => provider.fail('Your card was declined', 'card_lost'))
  act(() => provider.dismiss())
  expect(await screen.findByText('Payment failed: Your card was declined')).toBeVisible()
})

test.each([
  ['the bank refused', 'BAD_REQUEST_ERROR', 'payment_declined', /^You haven’t been charged\./],
  [
    'the student left the bank’s page',
    'BAD_REQUEST_ERROR',
    'payment_cancelled',
    /^You haven’t been charged\./,
  ],
])('after an attempt in which %s, says that nothing was charged', async (_, code, reason, lead) => {
  const { provider } = await openWindow()
  act(() => provider.fail('Payment failed', reason, code))
  act(() => provider.dismiss())
  await findContinueButton()
  expect(dialog().getByText(lead)).toBeVisible()
})

test.each([
  ['does not answer', 'BAD_REQUEST_ERROR', 'payment_timed_out'],
  ['has an error', 'GATEWAY_ERROR', 'payment_failed'],
])('while the bank %s, every place says that the payment is being processed', async (_, code, reason) => {
  const { provider, person } = await openWindow()
  act(() => provider.fail('Payment failed', reason, code))
  act(() => provider.dismiss())
  expect(await screen.findByRole('heading', { name: PROCESSING })).toBeVisible()
  await findContinueButton('Try another way to pay')
  expect(
    dialog().getByText(/^Your bank hasn’t answered yet\. .* You don’t need to pay again\.$/),
  ).toBeVisible()
  expect(dialog().queryByRole('alert')).toBeNull()
  await person.click(dialog().getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const banner = within(screen.getByRole('group', { name: 'An unfinished payment' }))
  expect(banner.getByText(`${PROCESSING}.`)).toBeVisible()
  await person.click(screen.getByRole('link', { name: 'My Credits' }))
  const row = within(await screen.findByRole('table', { name: 'Your payments' }))
  expect(row.getByText(PROCESSING)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Continue payment' })).toBeNull()
  await person.click(row.getByRole('button', { name: 'Show' }))
  expect(await screen.findByRole('heading', { name: PROCESSING })).toBeVisible()
})
