// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { type RenewalParts, renewToken } from './renewal'
import type { StoredSignIn } from './stored'

const NOW = 1_000_000

/** A provider that rotates refresh tokens and ends the whole sign-in when it sees an old one again. */
class Provider {
  private valid = 'refresh-1'
  private issued = 1
  ended = false
  requests = 0

  async trade(refreshToken: string | null): Promise<StoredSignIn> {
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

/** Two tabs: one storage, one provider, one lock. */
function browser(stored: StoredSignIn | null, { locked = true } = {}) {
  const provider = new Provider()
  const storage = { stored }
  let queue: Promise<unknown> = Promise.resolve()
  const parts: RenewalParts = {
    read: () => storage.stored,
    refresh: async () => {
      storage.stored = await provider.trade(storage.stored?.refreshToken ?? null)
    },
    settle: () => Promise.resolve(),
    forget: () => {
      storage.stored = null
      return Promise.resolve()
    },
    exclusively: (work) => {
      if (!locked) return work()
      const run = queue.then(work)
      queue = run.catch(() => undefined)
      return run
    },
    nowSeconds: () => NOW,
  }
  return { provider, storage, parts }
}

describe('two tabs that renew at the same moment', () => {
  test('get one new token between them', async () => {
    const { provider, storage, parts } = browser(signIn(1))
    const tokens = await Promise.all([renewToken(parts, 'access-1'), renewToken(parts, 'access-1')])
    expect(tokens).toEqual(['access-2', 'access-2'])
    expect(provider.requests).toBe(1)
    expect(storage.stored?.refreshToken).toBe('refresh-2')
  })

  test('get it also where storage reaches the other tab later than the lock does', async () => {
    const { provider, storage, parts } = browser(signIn(1))
    let seenByOther = storage.stored
    const other: RenewalParts = { ...parts, read: () => seenByOther }
    const first: RenewalParts = {
      ...parts,
      settle: () => {
        seenByOther = storage.stored
        return Promise.resolve()
      },
    }
    const tokens = await Promise.all([renewToken(first, 'access-1'), renewToken(other, 'access-1')])
    expect(tokens).toEqual(['access-2', 'access-2'])
    expect(provider.requests).toBe(1)
  })

  test('would end the sign-in without the lock', async () => {
    const { provider, parts } = browser(signIn(1), { locked: false })
    await Promise.all([renewToken(parts, 'access-1'), renewToken(parts, 'access-1')])
    expect(provider.ended).toBe(true)
  })
})

describe('a renewal', () => {
  test('takes what another tab has brought meanwhile', async () => {
    const { provider, parts } = browser(signIn(7))
    await expect(renewToken(parts, 'access-6')).resolves.toBe('access-7')
    expect(provider.requests).toBe(0)
  })

  test('happens ahead of the end of a token', async () => {
    const { provider, parts } = browser(signIn(1, 30))
    await expect(renewToken(parts, null)).resolves.toBe('access-2')
    expect(provider.requests).toBe(1)
  })

  test('that the provider refuses ends the sign-in', async () => {
    const { provider, storage, parts } = browser(signIn(1))
    provider.ended = true
    await expect(renewToken(parts, 'access-1')).resolves.toBeNull()
    expect(storage.stored).toBeNull()
  })

  test('that meets a network failure leaves the sign-in alone', async () => {
    const { storage, parts } = browser(signIn(1))
    const offline = { ...parts, refresh: () => Promise.reject(new TypeError('Failed to fetch')) }
    await expect(renewToken(offline, 'access-1')).rejects.toMatchObject({ code: 'network' })
    expect(storage.stored?.refreshToken).toBe('refresh-1')
  })

  test('is not tried without a refresh token, or without a sign-in', async () => {
    const { provider, parts } = browser({ ...signIn(1), refreshToken: null })
    await expect(renewToken(parts, 'access-1')).resolves.toBeNull()
    await expect(renewToken(browser(null).parts, null)).resolves.toBeNull()
    expect(provider.requests).toBe(0)
  })
})
