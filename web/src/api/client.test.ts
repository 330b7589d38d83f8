import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { clock } from '@/lib/clock'
import { server } from '@/test/server'
import { setTokenProvider, type TokenProvider } from './accessTokens'
import { setActingLearner } from './actingLearner'
import { adminClient } from './adminClient'
import { call } from './client'
import { type ApiError, isApiError } from './error'
import { setErrorListener } from './errorListener'
import * as sdk from './gen/sdk.gen'

const HOUR_MS = 3_600_000

afterEach(() => {
  setTokenProvider(null)
  setActingLearner(null)
})

const signedIn = (overrides: Partial<TokenProvider> = {}) => {
  const authority = {
    accessToken: vi.fn(() => Promise.resolve<string | null>('old')),
    renew: vi.fn(() => Promise.resolve<string | null>('new')),
    signInAgain: vi.fn(),
    ...overrides,
  }
  setTokenProvider(authority)
  return authority
}

/** A server that accepts only this token. */
const accepts = (token: string) =>
  http.get('*/api/referral-code', ({ request }) =>
    request.headers.get('Authorization') === `Bearer ${token}`
      ? HttpResponse.json({ referralCode: 'TCH-PAD-2345' })
      : HttpResponse.json({ code: 'sign_in_required', status: 401 }, { status: 401 }),
  )

const ask = () => call(sdk.getReferralCode({ query: { email: 'padma@example.com' } }))

const errorOf = async (running: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await running.then(() => null).catch((caught: unknown) => caught)
  if (!isApiError(error)) throw new Error(`not an ApiError: ${String(error)}`)
  return error
}

describe('access token', () => {
  test('is sent with every request', async () => {
    const authority = signedIn()
    server.use(accepts('old'))
    await expect(ask()).resolves.toEqual({ referralCode: 'TCH-PAD-2345' })
    expect(authority.renew).not.toHaveBeenCalled()
  })

  test('is renewed once when the server rejects it', async () => {
    const authority = signedIn()
    server.use(accepts('new'))
    await expect(ask()).resolves.toEqual({ referralCode: 'TCH-PAD-2345' })
    expect(authority.renew).toHaveBeenCalledExactlyOnceWith('old')
    expect(authority.signInAgain).not.toHaveBeenCalled()
  })

  test('redirects to sign-in when the renewed token is rejected', async () => {
    const authority = signedIn()
    server.use(accepts('neither'))
    const error = await errorOf(ask())
    expect(error.code).toBe('sign_in_required')
    expect(authority.renew).toHaveBeenCalledOnce()
    expect(authority.signInAgain).toHaveBeenCalledOnce()
  })

  test('redirects to sign-in when it cannot be renewed', async () => {
    const authority = signedIn({ renew: vi.fn(() => Promise.resolve(null)) })
    server.use(accepts('new'))
    await errorOf(ask())
    expect(authority.signInAgain).toHaveBeenCalledOnce()
  })

  test('is sent with the request body again on the retry', async () => {
    signedIn()
    const bodies: unknown[] = []
    server.use(
      http.post('*/api/login', async ({ request }) => {
        bodies.push(await request.json())
        const accepted = request.headers.get('Authorization') === 'Bearer new'
        return HttpResponse.json(accepted ? { _id: '1' } : {}, { status: accepted ? 200 : 401 })
      }),
    )
    await call(sdk.signIn({ body: { email: 'a@example.com' } }))
    expect(bodies).toEqual([{ email: 'a@example.com' }, { email: 'a@example.com' }])
  })
})

describe('a request of a guardian', () => {
  const header = async (headers: Record<string, string> = {}) => {
    let sent: string | null = null
    server.use(
      http.get('*/api/referral-code', ({ request }) => {
        sent = request.headers.get('x-learner')
        return HttpResponse.json({ referralCode: 'TCH-PAD-2345' })
      }),
    )
    await call(sdk.getReferralCode({ query: { email: 'padma@example.com' }, headers }))
    return sent
  }

  test('names the learner for whom the page acts, unless it names one already', async () => {
    signedIn()
    expect(await header()).toBeNull()
    setActingLearner('l-1')
    expect(await header()).toBe('l-1')
    expect(await header({ 'x-learner': 'l-2' })).toBe('l-2')
  })

  test('names the learner also with the renewed token', async () => {
    signedIn()
    setActingLearner('l-1')
    const sent: unknown[] = []
    server.use(
      http.get('*/api/referral-code', ({ request }) => {
        sent.push(request.headers.get('x-learner'))
        const isNew = request.headers.get('Authorization') === 'Bearer new'
        return HttpResponse.json({ referralCode: 'TCH-PAD-2345' }, { status: isNew ? 200 : 401 })
      }),
    )
    await ask()
    expect(sent).toEqual(['l-1', 'l-1'])
  })
})

test('errors are reported to the listener and thrown', async () => {
  signedIn()
  const listener = vi.fn()
  setErrorListener(listener)
  server.use(
    http.get('*/api/referral-code', () =>
      HttpResponse.json({ code: 'learner_not_found', status: 404 }, { status: 404 }),
    ),
  )
  const error = await errorOf(ask())
  expect(error.code).toBe('learner_not_found')
  expect(listener).toHaveBeenCalledExactlyOnceWith(error)
  setErrorListener(() => undefined)
})

describe('error response', () => {
  test('keeps code, detail, fields, request id and extension members', async () => {
    server.use(
      http.get('*/api/referral-code', () =>
        HttpResponse.json(
          {
            type: 'about:blank',
            title: 'Conflict',
            status: 409,
            code: 'slot_taken',
            detail: 'Just taken.',
            requestId: 'r-1',
            errors: [{ field: 'slotId', message: 'Gone' }],
            slots: [{ _id: 's-2' }],
          },
          { status: 409, headers: { 'Content-Type': 'application/problem+json' } },
        ),
      ),
    )
    const error = await errorOf(ask())
    expect(error).toMatchObject({
      status: 409,
      code: 'slot_taken',
      detail: 'Just taken.',
      requestId: 'r-1',
      fieldErrors: { slotId: 'Gone' },
      problem: { slots: [{ _id: 's-2' }] },
      isTransient: false,
    })
  })

  test('from a proxy becomes an ApiError', async () => {
    server.use(
      http.get('*/api/referral-code', () => HttpResponse.html('<h1>Bad Gateway</h1>', { status: 502 })),
    )
    expect(await errorOf(ask())).toMatchObject({ status: 502, code: 'unreadable_reply', isTransient: true })
  })

  test('with status 200 but no JSON becomes an ApiError', async () => {
    server.use(
      http.get('*/api/referral-code', () =>
        HttpResponse.text('<html>', { headers: { 'Content-Type': 'application/json' } }),
      ),
    )
    expect(await errorOf(ask())).toMatchObject({ status: 200, code: 'unreadable_reply' })
  })

  test('differs from a missing response', async () => {
    server.use(http.get('*/api/referral-code', () => HttpResponse.error()))
    expect(await errorOf(ask())).toMatchObject({ status: 0, code: 'network', isTransient: true })
  })
})

describe('the time of a reply', () => {
  const dated = (hoursAhead: number) =>
    http.get('*/api/referral-code', () =>
      HttpResponse.json(
        { referralCode: 'TCH-PAD-2345' },
        { headers: { Date: new Date(clock.device() + hoursAhead * HOUR_MS).toUTCString() } },
      ),
    )
  const hoursCorrected = () => Math.round((clock.now() - clock.device()) / HOUR_MS)

  test.each([null, 'old'])('corrects the clock of the page (token: %s)', async (token) => {
    signedIn({ accessToken: () => Promise.resolve(token) })
    server.use(dated(-5))
    await ask()
    expect(hoursCorrected()).toBe(-5)
  })

  test('corrects it also for administrators', async () => {
    server.use(
      http.get('*/api/admin/session', () =>
        HttpResponse.json({}, { headers: { Date: new Date(clock.device() + 5 * HOUR_MS).toUTCString() } }),
      ),
    )
    await adminClient.get({ url: '/api/admin/session' })
    expect(hoursCorrected()).toBe(5)
  })
})

test('an error says when to try again, if the server does', async () => {
  signedIn()
  const limited = (headers: Record<string, string>) =>
    http.get('*/api/referral-code', () =>
      HttpResponse.json({ code: 'too_many_requests' }, { status: 429, headers }),
    )
  server.use(limited({ 'Retry-After': '45' }))
  expect((await errorOf(ask())).retryAfterSeconds).toBe(45)
  for (const date of ['', 'Wed, 25 Nov 2026 09:00:00 GMT']) {
    server.use(limited({ 'Retry-After': date }))
    expect((await errorOf(ask())).retryAfterSeconds).toBeNull()
  }
})
