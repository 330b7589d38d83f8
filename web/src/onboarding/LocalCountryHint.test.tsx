import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import type * as display from '@/lib/display'
import { config } from '@/test/config'
import { renderRoute } from '@/test/renderRoute'
import { server } from '@/test/server'
import { StudentForm } from './StudentForm'

vi.mock('@/lib/display', async (original) => ({
  ...(await original<typeof display>()),
  deviceZone: () => 'America/New_York',
}))

test('the form defaults to India; a device elsewhere offers its country, and the currency follows', async () => {
  server.use(http.get('*/api/config', () => HttpResponse.json(config)))
  const kavya = { id: 'p-1', name: 'Kavya Iyer', email: 'kavya@example.com', role: 'user' as const }
  const { person } = renderRoute(<StudentForm person={kavya} inviteCode="" onBack={() => undefined} />)
  await person.click(await screen.findByRole('radio', { name: 'Me' }))
  const location = await screen.findByRole('combobox', { name: /Location/ })
  expect(location).toHaveValue('India')
  expect(screen.getByText(/Indian rupees/)).toBeVisible()
  expect(
    screen.getByText('Your device is set to New York time. Pay in US dollars ($) instead?'),
  ).toBeVisible()
  await person.click(screen.getByRole('button', { name: 'Choose United States' }))
  expect(location).toHaveValue('United States')
  expect(screen.getByText(/^You’ll pay in US dollars/)).toBeVisible()
  expect(screen.queryByText(/Your device/)).toBeNull()
})
