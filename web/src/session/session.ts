import { ApiError, isApiError } from '@/api/error'
import { login } from '@/api/people'
import type { LoginReply, Role } from '@/api/types'
import { browserZone } from '@/lib/time'
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
}

/**
 * - `failed`: signed in with the provider, but our server could not say who it is. SPEC §8: the
 * role is unknown, and the user is treated as `user`.
 */
export type Session =
  | { status: 'signedOut' }
  | { status: 'signedIn'; person: Person }
  | { status: 'failed'; error: ApiError; name: string | null; email: string | null }

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

async function resolve(): Promise<Session> {
  const stored = await storedSignIn()
  if (!stored) return { status: 'signedOut' }
  try {
    return { status: 'signedIn', person: toPerson(await login(loginBody(stored, browserZone())), stored) }
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
