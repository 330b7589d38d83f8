import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import type * as display from '@/lib/display'
import { config } from '@/test/config'
import { renderRoute } from '@/test/renderRoute'
import { server } from '@/test/server'
import { StudentForm } from './StudentForm'

const device = vi.hoisted(() => ({ zone: '' }))
vi.mock('@/lib/display', async (original) => ({
  ...(await original<typeof display>()),
  deviceZone: () => device.zone,
}))

test.each([
  ['America/Chicago', 'United States', /^You’ll pay in US dollars/],
  ['Europe/London', 'Other', /^You’ll pay in US dollars/],
  ['Asia/Kolkata', 'India', /^You’ll pay in Indian rupees/],
  ['UTC', 'India', /^You’ll pay in Indian rupees/],
])('a device in %s starts with %s, and the currency follows', async (zone, country, currency) => {
  device.zone = zone
  server.use(http.get('*/api/config', () => HttpResponse.json(config)))
  const kavya = { id: 'p-1', name: 'Kavya Iyer', email: 'kavya@example.com', role: 'user' as const }
  renderRoute(<StudentForm person={kavya} inviteCode="" onBack={() => undefined} />)
  expect(await screen.findByRole('combobox', { name: /Location/ })).toHaveValue(country)
  expect(screen.getByText(currency)).toBeVisible()
})
