import { ApiError, isApiError } from '@/api/error'
import { login } from '@/api/people'
import type { LoginReply, Role } from '@/api/types'
import { deviceZone, setDisplayChoices, type WeekStart } from '@/lib/display'
import { adoptLanguage } from './accountLanguage'
import { loginBody } from './loginBody'
import { type StoredSignIn, storeRoleHint } from './tokenStorage'
import { storedSignIn } from './tokens'

/** The signed-in user as the server knows them. */
export interface Person {
  id: string
  name: string
  email: string
  role: Role
  /** Set if the address comes from the provider and the server has none. */
  unverified?: true
  /** The version of the terms that the person has yet to accept. */
  termsToAccept?: string
}

/**
 * - `isOtherLanguage`: the next page has to be loaded, because this one is not in the person's
 * language. The page of a sign-in cannot be loaded a second time.
 * - `failed`: signed in with the provider, but our server could not say who it is. SPEC §8: the
 * role is unknown, and the user is treated as `user`.
 */
export type Session =
  | { status: 'signedOut' }
  | { status: 'signedIn'; person: Person; isOtherLanguage?: true }
  | { status: 'failed'; error: ApiError; name: string | null; email: string | null }

/** Where the identity provider returns to. */
const CALLBACK_PATH = '/auth/callback'

let current: Session | null = null
let pendingSession: Promise<Session> | null = null
const listeners = new Set<() => void>()

/** The session if it is known already; the only place that holds the role (SPEC §4). */
export function currentSession(): Session | null {
  return current
}

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Resolves the session, with one request to the server per page load. */
export function ensureSession(): Promise<Session> {
  if (current) return Promise.resolve(current)
  pendingSession ??= resolve()
    .then(setSession)
    .finally(() => {
      pendingSession = null
    })
  return pendingSession
}

/** Discards the session, so that the next guard asks the server again. */
export function resetSession(): void {
  current = null
}

export function setSession(session: Session): Session {
  current = session
  if (session.status === 'signedIn') storeRoleHint(session.person.role)
  for (const listener of listeners) listener()
  return session
}

/** Sets the new role after onboarding. */
export function setRole(role: Role): void {
  if (current?.status === 'signedIn') setSession({ ...current, person: { ...current.person, role } })
}

const WEEK_STARTS: Record<string, WeekStart> = { sunday: 0, monday: 1, saturday: 6 }

/** Applies the account's choices. Returns whether the page is in another language. */
export function applyDisplay(reply: Pick<LoginReply, 'display' | 'role'>): boolean {
  const { fixedTimeZone, clock, weekStart } = reply.display
  setDisplayChoices({
    zone: fixedTimeZone,
    is24Hours: clock === '24h',
    weekStart: weekStart ? (WEEK_STARTS[weekStart] ?? null) : null,
  })
  return adoptLanguage(reply)
}

async function resolve(): Promise<Session> {
  const stored = await storedSignIn()
  if (!stored) return { status: 'signedOut' }
  try {
    const reply = await login(loginBody(stored, deviceZone()))
    const person = toPerson(reply, stored)
    if (!applyDisplay(reply)) return { status: 'signedIn', person }
    if (window.location.pathname === CALLBACK_PATH)
      return { status: 'signedIn', person, isOtherLanguage: true }
    window.location.reload()
    // The page is left, so nothing may render.
    return new Promise(() => undefined)
  } catch (error) {
    if (isApiError(error) && error.status === 401) return { status: 'signedOut' }
    return {
      status: 'failed',
      error: isApiError(error) ? error : new ApiError(0, 'unreadable_reply', {}, error),
      name: stored.name,
      email: stored.email,
    }
  }
}

function toPerson(reply: LoginReply, stored: StoredSignIn): Person {
  return {
    id: reply._id,
    name: reply.name || (stored.name ?? ''),
    email: reply.email ?? stored.email ?? '',
    role: roleOf(reply),
    ...(reply.email ? {} : { unverified: true as const }),
    ...(reply.termsToAccept ? { termsToAccept: reply.termsToAccept } : {}),
  }
}

/**
 * The role that counts: teachers who are not approved, or were rejected, are `user` (SPEC §4), like
 * unknown roles.
 */
export function roleOf(reply: Pick<LoginReply, 'role' | 'isApproved' | 'isRejected'>): Role {
  if (reply.role === 'student') return 'student'
  if (reply.role === 'teacher' && reply.isApproved && !reply.isRejected) return 'teacher'
  return 'user'
}
