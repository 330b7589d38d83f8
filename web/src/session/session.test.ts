import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { config } from '@/test/config'
import { server } from '@/test/server'
import { hasStoredSignIn, parseStoredSignIn, storageKey } from './tokenStorage'

const storedUser = {
  access_token: 'access-1',
  refresh_token: 'refresh-1',
  id_token: 'id',
  token_type: 'Bearer',
  expires_at: 4_000_000_000,
  profile: { sub: 'meera', name: 'Meera Krishnan', email: 'meera@example.com' },
}

const NOTHING_CHOSEN = { language: null, clock: null, weekStart: null, fixedTimeZone: null }

/** Simulates a page load with fresh modules. */
async function pageLoad() {
  vi.resetModules()
  const { registerTokenProvider } = await import('./tokens')
  registerTokenProvider()
  return import('./session')
}

beforeEach(() => {
  server.use(http.get('*/api/config', () => HttpResponse.json(config)))
})

const signIn = () =>
  localStorage.setItem(storageKey(config.oidc.authority, config.oidc.clientId), JSON.stringify(storedUser))

describe('current session', () => {
  test('is signed out without a stored sign-in, and no request is sent', async () => {
    const { ensureSession } = await pageLoad()
    await expect(ensureSession()).resolves.toEqual({ status: 'signedOut' })
  })

  test('comes from the server once, with the browser’s time zone', async () => {
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
          display: NOTHING_CHOSEN,
          termsToAccept: null,
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

  test('marks an address that only the provider knows', async () => {
    signIn()
    const known = { _id: 'p-1', role: 'user', isApproved: false, isRejected: false, name: 'Meera' }
    const chosen = { display: NOTHING_CHOSEN, termsToAccept: null }
    server.use(
      http.post('*/api/login', () =>
        HttpResponse.json({ ...known, ...chosen, email: null, emailVerified: false }),
      ),
    )
    const { ensureSession } = await pageLoad()
    await expect(ensureSession()).resolves.toMatchObject({
      person: { email: 'meera@example.com', unverified: true },
    })
  })

  test('has the questions that the server asks of a student', async () => {
    signIn()
    const known = { _id: 'p-1', role: 'student', isApproved: false, isRejected: false, name: 'Meera' }
    const chosen = { display: NOTHING_CHOSEN, termsToAccept: null, learners: [] }
    server.use(
      http.post('*/api/login', () =>
        HttpResponse.json({
          ...known,
          ...chosen,
          email: 'm@example.com',
          ageQuestion: true,
          needsGuardian: true,
        }),
      ),
    )
    const { ensureSession } = await pageLoad()
    await expect(ensureSession()).resolves.toMatchObject({
      person: { ageQuestion: true, needsGuardian: true },
    })
  })

  test('is failed when the server fails, and can be requested again', async () => {
    signIn()
    server.use(http.post('*/api/login', () => HttpResponse.json({ code: 'internal' }, { status: 500 })))
    const { ensureSession } = await pageLoad()
    await expect(ensureSession()).resolves.toMatchObject({ status: 'failed', error: { code: 'internal' } })
  })

  test('has the new role after onboarding, and listeners are called', async () => {
    const { currentSession, onSessionChange, setRole, setSession } = await pageLoad()
    const listener = vi.fn()
    onSessionChange(listener)
    setSession({ status: 'signedIn', person: { id: 'p', name: 'K', email: 'k@example.com', role: 'user' } })
    setRole('student')
    expect(currentSession()).toMatchObject({ person: { role: 'student' } })
    expect(listener).toHaveBeenCalledTimes(2)
  })
})

test('a sign-in is completed before the page is loaded in the language of the account', async () => {
  signIn()
  const display = { ...NOTHING_CHOSEN, language: 'hi' }
  server.use(
    http.post('*/api/login', () =>
      HttpResponse.json({ _id: 'p-1', role: 'student', name: 'Meera', display, termsToAccept: '2027-01-01' }),
    ),
  )
  history.replaceState(null, '', '/auth/callback?code=1')
  const { ensureSession } = await pageLoad()
  await expect(ensureSession()).resolves.toMatchObject({
    status: 'signedIn',
    isOtherLanguage: true,
    person: { termsToAccept: '2027-01-01' },
  })
  expect(localStorage.getItem('language')).toBe('hi')
})

describe('stored sign-in', () => {
  test('is read in the format of oidc-client-ts', () => {
    expect(parseStoredSignIn(JSON.stringify(storedUser))).toEqual({
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
    'is ignored if invalid: %s',
    (text) => {
      expect(parseStoredSignIn(text)).toBeNull()
    },
  )
})
