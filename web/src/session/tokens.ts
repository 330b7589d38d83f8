import { type Authority, setAuthority } from '@/api/authority'
import { loadConfig } from '@/api/config'
import { manager } from './manager'
import { exclusively, type RenewalParts, renewToken } from './renewal'
import { signIn } from './signIn'
import { endsSoon, hasStoredSignIn, readStored, type StoredSignIn, storageKey } from './stored'

const nowSeconds = () => Math.floor(Date.now() / 1000)

async function key(): Promise<string> {
  const { oidc } = await loadConfig()
  return storageKey(oidc.authority, oidc.clientId)
}

export async function storedSignIn(): Promise<StoredSignIn | null> {
  return readStored(await key())
}

/** How long storage may take to reach the other tabs; measured below 200 ms on a busy machine. */
const SETTLE_MS = 400

async function renew(rejected: string | null): Promise<string | null> {
  // Loaded before the lock is taken, so that nothing lies between looking into storage and using what it holds.
  const [storedAt, client] = await Promise.all([key(), manager()])
  const parts: RenewalParts = {
    read: () => readStored(storedAt),
    refresh: async () => {
      await client.signinSilent()
    },
    settle: () => new Promise((resolve) => setTimeout(resolve, SETTLE_MS)),
    forget: () => client.removeUser(),
    exclusively,
    nowSeconds,
  }
  return renewToken(parts, rejected)
}

const fromProvider: Authority = {
  async accessToken() {
    if (!hasStoredSignIn()) return null
    const stored = await storedSignIn()
    if (!stored) return null
    return endsSoon(stored, nowSeconds()) ? renew(null) : stored.accessToken
  },
  renew,
  signInAgain: () => void signIn({ intent: 'login', returnTo: currentPath() }),
}

function currentPath(): string {
  return window.location.pathname + window.location.search + window.location.hash
}

/** Lets the API layer send the tokens of this session. */
export function connectTokens(): void {
  setAuthority(fromProvider)
}
