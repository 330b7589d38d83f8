import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clock } from '@/lib/clock'
import { server } from '@/test/server'
import { setTokenProvider } from './accessTokens'
import { setActingLearner } from './actingLearner'
import { call } from './client'
import * as sdk from './gen/sdk.gen'

const NAME = 'GET /api/referral-code?email=padma%40example.com'
const ask = async () =>
  (await call(sdk.getReferralCode({ query: { email: 'padma@example.com' } }))).referralCode

const setPreloaded = (reply: Response, token = 'token', name = NAME) => {
  globalThis.__preloaded = { token, sentAt: clock.device(), replies: { [name]: Promise.resolve(reply) } }
}

beforeEach(() => {
  server.use(http.get('*/api/referral-code', () => HttpResponse.json({ referralCode: 'asked now' })))
  setTokenProvider({
    accessToken: () => Promise.resolve('token'),
    renew: () => Promise.resolve(null),
    signInAgain: () => undefined,
  })
})
afterEach(() => {
  setTokenProvider(null)
  setActingLearner(null)
  globalThis.__preloaded = undefined
})

test('a preloaded response is used once', async () => {
  setPreloaded(Response.json({ referralCode: 'asked early' }))
  expect(await ask()).toBe('asked early')
  expect(await ask()).toBe('asked now')
})

test('a preloaded response for another token is ignored', async () => {
  setPreloaded(Response.json({ referralCode: 'of somebody else' }), 'another')
  expect(await ask()).toBe('asked now')
})

test('a preloaded response for another learner, or for nobody, is ignored', async () => {
  setActingLearner('l-1')
  setPreloaded(Response.json({ referralCode: 'of the account' }))
  expect(await ask()).toBe('asked now')
  setPreloaded(Response.json({ referralCode: 'of a sibling' }), 'token', `${NAME} l-2`)
  expect(await ask()).toBe('asked now')
  setPreloaded(Response.json({ referralCode: 'of the learner' }), 'token', `${NAME} l-1`)
  expect(await ask()).toBe('of the learner')
  setActingLearner(null)
  setPreloaded(Response.json({ referralCode: 'of the learner' }), 'token', `${NAME} l-1`)
  expect(await ask()).toBe('asked now')
})

test('a failed preload is requested again', async () => {
  setPreloaded(Response.json({ code: 'sign_in_required' }, { status: 401 }))
  expect(await ask()).toBe('asked now')
  globalThis.__preloaded = {
    token: 'token',
    sentAt: clock.device(),
    replies: { [NAME]: Promise.reject(new TypeError('lost')) },
  }
  expect(await ask()).toBe('asked now')
})

test('the time of a preloaded response corrects the clock', async () => {
  const serverTime = clock.device() + 3 * 3_600_000
  setPreloaded(
    Response.json({ referralCode: 'asked early' }, { headers: { Date: new Date(serverTime).toUTCString() } }),
  )
  await ask()
  expect(Math.abs(clock.now() - serverTime)).toBeLessThanOrEqual(1000)
})
