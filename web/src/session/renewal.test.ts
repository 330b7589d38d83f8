// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { type RenewalDependencies, renewToken } from './renewal'
import type { StoredSignIn } from './tokenStorage'

const NOW = 1_000_000

/** A provider that rotates refresh tokens and ends the sign-in when an old one is used again. */
class Provider {
  private valid = 'refresh-1'
  private issued = 1
  ended = false
  requests = 0

  async exchange(refreshToken: string | null): Promise<StoredSignIn> {
    this.requests++
    await Promise.resolve()
    if (this.ended || refreshToken !== this.valid) {
      this.ended = true
      throw Object.assign(new Error('Refresh token reused'), { error: 'invalid_grant' })
    }
    this.issued++
    this.valid = `refresh-${this.issued}`
    return signIn(this.issued)
  }
}

const signIn = (generation: number, lifetime = 3600): StoredSignIn => ({
  accessToken: `access-${generation}`,
  refreshToken: `refresh-${generation}`,
  expiresAt: NOW + lifetime,
  subject: 'meera',
  name: null,
  email: null,
})

/** Two tabs with one storage, one provider and one lock. */
function browser(stored: StoredSignIn | null, { locked = true } = {}) {
  const provider = new Provider()
  const storage = { stored }
  let queue: Promise<unknown> = Promise.resolve()
  const dependencies: RenewalDependencies = {
    read: () => storage.stored,
    refresh: async () => {
      storage.stored = await provider.exchange(storage.stored?.refreshToken ?? null)
    },
    waitForStorageSync: () => Promise.resolve(),
    removeSignIn: () => {
      storage.stored = null
      return Promise.resolve()
    },
    withRenewalLock: (work) => {
      if (!locked) return work()
      const run = queue.then(work)
      queue = run.catch(() => undefined)
      return run
    },
    nowSeconds: () => NOW,
  }
  return { provider, storage, dependencies }
}

describe('two tabs renewing simultaneously', () => {
  test('share one new token', async () => {
    const { provider, storage, dependencies } = browser(signIn(1))
    const tokens = await Promise.all([
      renewToken(dependencies, 'access-1'),
      renewToken(dependencies, 'access-1'),
    ])
    expect(tokens).toEqual(['access-2', 'access-2'])
    expect(provider.requests).toBe(1)
    expect(storage.stored?.refreshToken).toBe('refresh-2')
  })

  test('share it even if storage is synced after the lock is released', async () => {
    const { provider, storage, dependencies } = browser(signIn(1))
    let seenByOther = storage.stored
    const other: RenewalDependencies = { ...dependencies, read: () => seenByOther }
    const first: RenewalDependencies = {
      ...dependencies,
      waitForStorageSync: () => {
        seenByOther = storage.stored
        return Promise.resolve()
      },
    }
    const tokens = await Promise.all([renewToken(first, 'access-1'), renewToken(other, 'access-1')])
    expect(tokens).toEqual(['access-2', 'access-2'])
    expect(provider.requests).toBe(1)
  })

  test('end the sign-in without the lock (control)', async () => {
    const { provider, dependencies } = browser(signIn(1), { locked: false })
    await Promise.all([renewToken(dependencies, 'access-1'), renewToken(dependencies, 'access-1')])
    expect(provider.ended).toBe(true)
  })
})

describe('renewal', () => {
  test('uses a token that another tab has stored', async () => {
    const { provider, dependencies } = browser(signIn(7))
    await expect(renewToken(dependencies, 'access-6')).resolves.toBe('access-7')
    expect(provider.requests).toBe(0)
  })

  test('happens before the token expires', async () => {
    const { provider, dependencies } = browser(signIn(1, 30))
    await expect(renewToken(dependencies, null)).resolves.toBe('access-2')
    expect(provider.requests).toBe(1)
  })

  test('ends the sign-in if the provider rejects it', async () => {
    const { provider, storage, dependencies } = browser(signIn(1))
    provider.ended = true
    await expect(renewToken(dependencies, 'access-1')).resolves.toBeNull()
    expect(storage.stored).toBeNull()
  })

  test('keeps the sign-in on a network failure', async () => {
    const { storage, dependencies } = browser(signIn(1))
    const offline = { ...dependencies, refresh: () => Promise.reject(new TypeError('Failed to fetch')) }
    await expect(renewToken(offline, 'access-1')).rejects.toMatchObject({ code: 'network' })
    expect(storage.stored?.refreshToken).toBe('refresh-1')
  })

  test('does nothing without a refresh token or a sign-in', async () => {
    const { provider, dependencies } = browser({ ...signIn(1), refreshToken: null })
    await expect(renewToken(dependencies, 'access-1')).resolves.toBeNull()
    await expect(renewToken(browser(null).dependencies, null)).resolves.toBeNull()
    expect(provider.requests).toBe(0)
  })
})
