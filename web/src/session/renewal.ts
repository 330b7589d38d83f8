import { ApiError } from '@/api/error'
import { endsSoon, type StoredSignIn } from './stored'

/** Answers of a provider that say that this sign-in is over; anything else may pass. */
const FINAL = new Set([
  'invalid_grant',
  'invalid_client',
  'unauthorized_client',
  'login_required',
  'interaction_required',
  'consent_required',
])

/** What a renewal needs; the parts are separate so that two tabs can be played in a test. */
export interface RenewalParts {
  read(): StoredSignIn | null
  /** Trades the refresh token for new tokens and stores them. */
  refresh(): Promise<void>
  /**
   * Waits until other tabs see what was stored. Browsers pass local storage on between tabs a moment later than they
   * pass on the lock, and a tab that reads the old refresh token would end the sign-in for all.
   */
  settle(): Promise<void>
  /** Forgets the sign-in. */
  forget(): Promise<void>
  /** Runs `work` while no other tab of this browser renews. */
  exclusively<T>(work: () => Promise<T>): Promise<T>
  nowSeconds(): number
}

/**
 * A usable access token other than `rejected`, or `null` when the person has to sign in again.
 *
 * Refresh tokens rotate, and a provider that sees an old one twice ends the whole sign-in. So only one tab renews at a
 * time, and each looks into storage again once it is its turn: another may have renewed meanwhile.
 */
export function renewToken(parts: RenewalParts, rejected: string | null): Promise<string | null> {
  return parts.exclusively(async () => {
    const usable = usableToken(parts, rejected)
    if (usable) return usable
    if (!parts.read()?.refreshToken) return null
    try {
      await parts.refresh()
      await parts.settle()
    } catch (error) {
      if (!isFinal(error)) throw new ApiError(0, 'network', {}, error)
      await parts.forget()
      return null
    }
    return parts.read()?.accessToken ?? null
  })
}

function usableToken(parts: RenewalParts, rejected: string | null): string | null {
  const stored = parts.read()
  if (!stored || stored.accessToken === rejected || endsSoon(stored, parts.nowSeconds())) return null
  return stored.accessToken
}

function isFinal(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'error' in error && FINAL.has(String(error.error))
}

const LOCK = 'tala-renew-token'

/** A lock shared by all tabs. Where the browser has none (insecure origins), renewals at least queue within the tab. */
export function exclusively<T>(work: () => Promise<T>): Promise<T> {
  if (typeof navigator !== 'undefined' && 'locks' in navigator) return navigator.locks.request(LOCK, work)
  const run = queue.then(work)
  queue = run.then(
    () => undefined,
    () => undefined,
  )
  return run
}

let queue: Promise<unknown> = Promise.resolve()
