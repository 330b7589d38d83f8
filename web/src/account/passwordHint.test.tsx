import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { setSession } from '@/session/session'
import { config } from '@/test/config'
import { renderUi } from '@/test/render'
import { server } from '@/test/server'
import { AccountSettings } from './AccountSettings'
import { anAccount } from './test/builders'

const authority = vi.hoisted(() => ({ current: '' }))
vi.mock('@/api/useAppConfig', () => ({
  useAppConfig: () => ({ ...config, oidc: { ...config.oidc, authority: authority.current } }),
}))

test.each([
  [`${config.publicUrl}/id`, true],
  ['https://login.example.com', false],
])('My Account tells how to change the password if people sign in at %s: %s', async (issuer, isTold) => {
  authority.current = issuer
  const person = { id: 'p-1', name: 'Meera', email: 'meera@example.com', role: 'student' as const }
  setSession({ status: 'signedIn', person })
  server.use(http.get('*/api/account', () => HttpResponse.json(anAccount())))
  renderUi(<AccountSettings />)
  expect(await screen.findByText('meera@example.com')).toBeVisible()
  expect(screen.queryByText(/Forgot your password/) !== null).toBe(isTold)
})
