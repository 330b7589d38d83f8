import { type Authority, setAuthority } from '@/api/authority'
import { loadConfig } from '@/api/config'
import { manager } from './manager'
import { endsSoon, exclusively, type RenewalParts, renewToken } from './renewal'
import { signIn } from './signIn'
import { hasStoredSignIn, readStored, type StoredSignIn, storageKey } from './stored'

const nowSeconds = () => Math.floor(Date.now() / 1000)

async function key(): Promise<string> {
  const { oidc } = await loadConfig()
  return storageKey(oidc.authority, oidc.clientId)
}

export async function storedSignIn(): Promise<StoredSignIn | null> {
  return readStored(await key())
}

async function renew(rejected: string | null): Promise<string | null> {
  const storedAt = await key()
  const parts: RenewalParts = {
    read: () => readStored(storedAt),
    refresh: async () => {
      await (await manager()).signinSilent()
    },
    forget: async () => {
      await (await manager()).removeUser()
    },
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
