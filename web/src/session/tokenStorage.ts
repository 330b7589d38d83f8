/** A sign-in as oidc-client-ts keeps it in local storage, read without loading that library. */
export interface StoredSignIn {
  accessToken: string
  refreshToken: string | null
  /** Seconds since 1970; `null` if the provider did not say. */
  expiresAt: number | null
  subject: string
  name: string | null
  email: string | null
}

const PREFIX = 'oidc.user:'
/** The role of the session in this tab: only a hint for preloading. */
const ROLE_KEY = 'tala.role'

export function storeRoleHint(role: string): void {
  try {
    sessionStorage.setItem(ROLE_KEY, role)
  } catch {
    // Without storage, nothing is preloaded.
  }
}

export function readRoleHint(): string | null {
  return sessionStorage.getItem(ROLE_KEY)
}

/** The key under which oidc-client-ts stores the user of this provider and client. */
export function storageKey(authority: string, clientId: string): string {
  return `${PREFIX}${authority}:${clientId}`
}

export function readStoredSignIn(key: string): StoredSignIn | null {
  return parseStoredSignIn(localStorage.getItem(key))
}

/** Keys of all sign-ins in this browser, for any provider. */
export function storedSignInKeys(): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
}

/** Whether a sign-in is stored: enough to choose between Login and Logout. */
export function hasStoredSignIn(): boolean {
  return storedSignInKeys().length > 0
}

/** A token that expires within this time is renewed before it is sent. */
const RENEWAL_MARGIN_SECONDS = 60

export function expiresSoon(stored: StoredSignIn, nowSeconds: number): boolean {
  return stored.expiresAt !== null && stored.expiresAt - nowSeconds < RENEWAL_MARGIN_SECONDS
}

export function parseStoredSignIn(text: string | null): StoredSignIn | null {
  const stored = asRecord(text === null ? null : parseJson(text))
  const profile = asRecord(stored?.profile)
  const accessToken = asText(stored?.access_token)
  const subject = asText(profile?.sub)
  if (!stored || !accessToken || !subject) return null
  return {
    accessToken,
    subject,
    refreshToken: asText(stored.refresh_token),
    expiresAt: typeof stored.expires_at === 'number' ? stored.expires_at : null,
    name: asText(profile?.name),
    email: asText(profile?.email),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function asRecord(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
}

function asText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
