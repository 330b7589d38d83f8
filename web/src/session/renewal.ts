import { ApiError } from '@/api/error'
import { expiresSoon, type StoredSignIn } from './tokenStorage'

/** OAuth errors after which the sign-in is over; other failures may be temporary. */
const TERMINAL_ERRORS = new Set([
  'invalid_grant',
  'invalid_client',
  'unauthorized_client',
  'login_required',
  'interaction_required',
  'consent_required',
])

/** Dependencies of a renewal, injected so that a test can simulate two tabs. */
export interface RenewalDependencies {
  read(): StoredSignIn | null
  /** Exchanges the refresh token for new tokens and stores them. */
  refresh(): Promise<void>
  /**
   * Waits until other tabs see the stored tokens. Browsers sync local storage between tabs slightly
   * later than they release the lock, and a tab that used the old refresh token would end the
   * sign-in for all.
   */
  waitForStorageSync(): Promise<void>
  /** Removes the stored sign-in. */
  removeSignIn(): Promise<void>
  /** Runs `work` while no other tab of this browser renews. */
  withRenewalLock<T>(work: () => Promise<T>): Promise<T>
  nowSeconds(): number
}

/**
 * Returns a valid access token other than `rejected`, or `null` if the user has to sign in again.
 *
 * Refresh tokens rotate, and a provider that sees an old one again ends the whole sign-in. So only
 * one tab renews at a time, and each reads storage again once it holds the lock: another tab may
 * have renewed before.
 */
export function renewToken(
  dependencies: RenewalDependencies,
  rejected: string | null,
): Promise<string | null> {
  return dependencies.withRenewalLock(async () => {
    const usable = usableToken(dependencies, rejected)
    if (usable) return usable
    if (!dependencies.read()?.refreshToken) return null
    try {
      await dependencies.refresh()
      await dependencies.waitForStorageSync()
    } catch (error) {
      if (!isTerminalError(error)) throw new ApiError(0, 'network', {}, error)
      await dependencies.removeSignIn()
      return null
    }
    return dependencies.read()?.accessToken ?? null
  })
}

function usableToken(dependencies: RenewalDependencies, rejected: string | null): string | null {
  const stored = dependencies.read()
  if (!stored || stored.accessToken === rejected || expiresSoon(stored, dependencies.nowSeconds()))
    return null
  return stored.accessToken
}

function isTerminalError(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'error' in error &&
    TERMINAL_ERRORS.has(String(error.error))
  )
}

const LOCK = 'tala-renew-token'

/**
 * A lock shared by all tabs. Browsers without the Locks API (insecure origins) queue renewals
 * within the tab.
 */
export function withRenewalLock<T>(task: () => Promise<T>): Promise<T> {
  if (typeof navigator !== 'undefined' && 'locks' in navigator) return navigator.locks.request(LOCK, task)
  const run = queue.then(task)
  queue = run.then(
    () => undefined,
    () => undefined,
  )
  return run
}

let queue: Promise<unknown> = Promise.resolve()
