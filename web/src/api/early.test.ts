import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { server } from '@/test/server'
import { setAuthority } from './authority'
import { call } from './client'
import { getReferralCode } from './gen/sdk.gen'

const NAME = 'GET /api/referral-code?email=padma%40example.com'
const ask = async () => (await call(getReferralCode({ query: { email: 'padma@example.com' } }))).referralCode

const early = (reply: Response, token = 'token') => {
  globalThis.talaEarly = { token, replies: { [NAME]: Promise.resolve(reply) } }
}

beforeEach(() => {
  server.use(http.get('*/api/referral-code', () => HttpResponse.json({ referralCode: 'asked now' })))
  setAuthority({
    accessToken: () => Promise.resolve('token'),
    renew: () => Promise.resolve(null),
    signInAgain: () => undefined,
  })
})
afterEach(() => {
  setAuthority(null)
  globalThis.talaEarly = undefined
})

test('a reply that is on its way serves once', async () => {
  early(Response.json({ referralCode: 'asked early' }))
  expect(await ask()).toBe('asked early')
  expect(await ask()).toBe('asked now')
})

test('a reply to another sign-in is not taken', async () => {
  early(Response.json({ referralCode: 'of somebody else' }), 'another')
  expect(await ask()).toBe('asked now')
})

test('a refusal or a lost connection is asked anew', async () => {
  early(Response.json({ code: 'sign_in_required' }, { status: 401 }))
  expect(await ask()).toBe('asked now')
  globalThis.talaEarly = { token: 'token', replies: { [NAME]: Promise.reject(new TypeError('lost')) } }
  expect(await ask()).toBe('asked now')
})
