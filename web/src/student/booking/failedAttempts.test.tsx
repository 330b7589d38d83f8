import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setClock } from '@/lib/clock'
import { epochMs } from '@/lib/time'
import { dialog, findContinueButton, openWindow } from '@/student/test/payment'

beforeEach(() => setClock(() => epochMs('2026-11-20T09:00:00Z')))
afterEach(() => void vi.restoreAllMocks())

test('shows the provider’s reason if its code is unknown', async () => {
  const { provider } = await openWindow()
  act(() => provider.fail('Your card was declined', 'card_lost'))
  act(() => provider.dismiss())
  expect(await screen.findByText('Payment failed: Your card was declined')).toBeVisible()
})

test.each([
  ['the bank refused', 'BAD_REQUEST_ERROR', 'payment_declined', /^You haven’t been charged so far/],
  [
    'the student left the bank’s page',
    'BAD_REQUEST_ERROR',
    'payment_cancelled',
    /^You haven’t been charged so far/,
  ],
  ['the bank did not answer', 'BAD_REQUEST_ERROR', 'payment_timed_out', /^Your bank hasn’t answered yet/],
  ['the bank had an error', 'GATEWAY_ERROR', 'payment_failed', /^Your bank hasn’t answered yet/],
])('after an attempt in which %s, says whether money may be taken', async (_, code, reason, lead) => {
  const { provider } = await openWindow()
  act(() => provider.fail('Payment failed', reason, code))
  act(() => provider.dismiss())
  await findContinueButton()
  expect(dialog().getByText(lead)).toBeVisible()
})
