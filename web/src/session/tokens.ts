import { setTokenProvider, type TokenProvider } from '@/api/accessTokens'
import { loadConfig } from '@/api/config'
import { clock } from '@/lib/clock'
import { announceSignInAgain } from '@/lib/signInAgain'
import { oidcClient } from './oidcClient'
import { type RenewalDependencies, renewToken, withRenewalLock } from './renewal'
import { signIn } from './signIn'
import { expiresSoon, hasStoredSignIn, readStoredSignIn, type StoredSignIn, storageKey } from './tokenStorage'

/** The expiry of a token was computed with this clock. */
const nowSeconds = () => Math.floor(clock.device() / 1000)

async function signInKey(): Promise<string> {
  const { oidc } = await loadConfig()
  return storageKey(oidc.authority, oidc.clientId)
}

export async function storedSignIn(): Promise<StoredSignIn | null> {
  return readStoredSignIn(await signInKey())
}

/** How long local storage may take to reach other tabs; below 200 ms when measured on a busy machine. */
const STORAGE_SYNC_MS = 400

async function renew(rejected: string | null): Promise<string | null> {
  // Loaded before taking the lock, so that no awaits happen between reading storage and using the
  // token.
  const [storageKeyOfUser, client] = await Promise.all([signInKey(), oidcClient()])
  const dependencies: RenewalDependencies = {
    read: () => readStoredSignIn(storageKeyOfUser),
    refresh: async () => {
      await client.signinSilent()
    },
    waitForStorageSync: () => new Promise((resolve) => setTimeout(resolve, STORAGE_SYNC_MS)),
    removeSignIn: () => client.removeUser(),
    withRenewalLock,
    nowSeconds,
  }
  return renewToken(dependencies, rejected)
}

/** This page has sent a token. Before that, a visitor may have an old sign-in and stays one. */
let hasSentToken = false

const oidcTokenProvider: TokenProvider = {
  async accessToken() {
    if (!hasStoredSignIn()) return null
    const stored = await storedSignIn()
    if (!stored) return null
    const token = expiresSoon(stored, nowSeconds()) ? await renew(null) : stored.accessToken
    if (token) hasSentToken = true
    else if (hasSentToken) signInAgain()
    return token
  },
  renew,
  signInAgain,
}

function signInAgain(): void {
  announceSignInAgain()
  void signIn({ intent: 'login', returnTo: currentPath() })
}

function currentPath(): string {
  return window.location.pathname + window.location.search + window.location.hash
}

/** Makes the API layer send the tokens of this session. */
export function registerTokenProvider(): void {
  setTokenProvider(oidcTokenProvider)
}
