import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { setClock } from '@/lib/clock'
import { epochMs } from '@/lib/time'
import { findContinueButton, openWindow } from '@/student/test/payment'

beforeEach(() => setClock(() => epochMs('2026-11-20T09:00:00Z')))
afterEach(() => setClock())

// In a separate file because other tests leave entries in the history of their window.
it('an order is kept when Back closes the window, and the section stays', async () => {
  const { provider } = await openWindow()
  await waitFor(() => expect(window.history.state).toMatchObject({ dialogEntry: true }))
  act(() => window.history.back())
  expect(await screen.findByRole('heading', { name: 'We’re holding this class for you' })).toBeVisible()
  expect(window.location.hash).toBe('#dashboard')
  expect(provider.windows).toHaveLength(1)
  await findContinueButton()
})
