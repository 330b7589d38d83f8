import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { config } from '@/test/config'
import { server } from '@/test/server'
import { hasStoredSignIn, parseStored, storageKey } from './stored'

const stored = {
  access_token: 'access-1',
  refresh_token: 'refresh-1',
  id_token: 'id',
  token_type: 'Bearer',
  expires_at: 4_000_000_000,
  profile: { sub: 'meera', name: 'Meera Krishnan', email: 'meera@example.com' },
}

/** A page load: modules and what they remember begin anew. */
async function pageLoad() {
  vi.resetModules()
  const { connectTokens } = await import('./tokens')
  connectTokens()
  return import('./session')
}

beforeEach(() => {
  server.use(http.get('*/api/config', () => HttpResponse.json(config)))
})

const signIn = () =>
  localStorage.setItem(storageKey(config.oidc.authority, config.oidc.clientId), JSON.stringify(stored))

describe('who is signed in', () => {
  test('is nobody without a stored sign-in, and the server is not asked', async () => {
    const { ensureSession } = await pageLoad()
    await expect(ensureSession()).resolves.toEqual({ status: 'signedOut' })
  })

  test('is asked of the server once, with the browser’s zone', async () => {
    signIn()
    const bodies: unknown[] = []
    server.use(
      http.post('*/api/login', async ({ request }) => {
        bodies.push(await request.json(), request.headers.get('Authorization'))
        return HttpResponse.json({
          _id: 'p-1',
          role: 'student',
          isApproved: false,
          isRejected: false,
          name: 'Meera',
          email: 'meera@example.com',
          emailVerified: true,
        })
      }),
    )
    const { ensureSession } = await pageLoad()
    const [one, two] = await Promise.all([ensureSession(), ensureSession()])
    expect(one).toBe(two)
    expect(one).toEqual({
      status: 'signedIn',
      person: { id: 'p-1', name: 'Meera', email: 'meera@example.com', role: 'student' },
    })
    expect(bodies).toEqual([
      { email: 'meera@example.com', user: { name: 'Meera Krishnan' }, timeZone: 'UTC' },
      'Bearer access-1',
    ])
  })

  test('keeps apart an address that only the provider tells', async () => {
    signIn()
    const known = { _id: 'p-1', role: 'user', isApproved: false, isRejected: false, name: 'Meera' }
    server.use(
      http.post('*/api/login', () => HttpResponse.json({ ...known, email: null, emailVerified: false })),
    )
    const { ensureSession } = await pageLoad()
    await expect(ensureSession()).resolves.toMatchObject({
      person: { email: 'meera@example.com', unverified: true },
    })
  })

  test('is unknown when the server fails, and can be asked again', async () => {
    signIn()
    server.use(http.post('*/api/login', () => HttpResponse.json({ code: 'internal' }, { status: 500 })))
    const { ensureSession } = await pageLoad()
    await expect(ensureSession()).resolves.toMatchObject({ status: 'failed', error: { code: 'internal' } })
  })

  test('takes on a new role after onboarding, and tells who listens', async () => {
    const { currentSession, onSessionChange, setRole, setSession } = await pageLoad()
    const heard = vi.fn()
    onSessionChange(heard)
    setSession({ status: 'signedIn', person: { id: 'p', name: 'K', email: 'k@example.com', role: 'user' } })
    setRole('student')
    expect(currentSession()).toMatchObject({ person: { role: 'student' } })
    expect(heard).toHaveBeenCalledTimes(2)
  })
})

describe('the stored sign-in', () => {
  test('is read as oidc-client-ts writes it', () => {
    expect(parseStored(JSON.stringify(stored))).toEqual({
      accessToken: 'access-1',
      refreshToken: 'refresh-1',
      expiresAt: 4_000_000_000,
      subject: 'meera',
      name: 'Meera Krishnan',
      email: 'meera@example.com',
    })
    expect(hasStoredSignIn()).toBe(false)
    signIn()
    expect(hasStoredSignIn()).toBe(true)
  })

  test.each([null, '', '{', '[]', '{"access_token":"a"}', '{"profile":{"sub":"x"}}'])(
    'counts as none: %s',
    (text) => {
      expect(parseStored(text)).toBeNull()
    },
  )
})
