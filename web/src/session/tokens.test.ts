import { beforeEach, expect, test, vi } from 'vitest'
import { tokenProvider } from '@/api/accessTokens'
import { onSignInAgain } from '@/lib/signInAgain'
import { registerTokenProvider } from './tokens'

const mocks = vi.hoisted(() => ({
  signIn: vi.fn(async () => undefined),
  signinSilent: vi.fn(),
  stored: { accessToken: 'a', refreshToken: 'r', expiresAt: 0 } as object | null,
  isExpired: false,
}))
vi.mock('./signIn', () => ({ signIn: mocks.signIn }))
vi.mock('./oidcClient', () => ({
  oidcClient: async () => ({ signinSilent: mocks.signinSilent, removeUser: async () => undefined }),
}))
vi.mock('@/api/config', () => ({ loadConfig: async () => ({ oidc: { authority: '', clientId: '' } }) }))
vi.mock('./tokenStorage', () => ({
  storageKey: () => 'key',
  hasStoredSignIn: () => true,
  readStoredSignIn: () => mocks.stored,
  expiresSoon: () => mocks.isExpired,
}))

beforeEach(() => registerTokenProvider())

test('a visitor with an old sign-in is not sent to sign in, a user whose sign-in ends is', async () => {
  const announced = vi.fn()
  onSignInAgain(announced)
  mocks.signinSilent.mockRejectedValue(Object.assign(new Error('ended'), { error: 'invalid_grant' }))
  mocks.isExpired = true
  expect(await tokenProvider().accessToken()).toBeNull()
  expect(mocks.signIn).not.toHaveBeenCalled()

  mocks.isExpired = false
  expect(await tokenProvider().accessToken()).toBe('a')
  mocks.isExpired = true
  expect(await tokenProvider().accessToken()).toBeNull()
  expect(announced).toHaveBeenCalledOnce()
  expect(mocks.signIn).toHaveBeenCalledOnce()
})
