import { ApiError, isApiError } from '@/api/error'
import { login } from '@/api/people'
import type { LoginReply, Role } from '@/api/types'
import { browserZone } from '@/lib/time'
import { loginBody } from './loginBody'
import type { StoredSignIn } from './stored'
import { storedSignIn } from './tokens'

/** The signed-in person as the server knows them. */
export interface Person {
  id: string
  name: string
  email: string
  role: Role
  /** The address is the provider's word only; the server knows of none. */
  unverified?: true
}

/**
 * - `failed`: signed in with the provider, but our server could not say who it is. SPEC §8: the role is unknown, and
 *   the person is treated as `user`.
 */
export type Session =
  | { status: 'signedOut' }
  | { status: 'signedIn'; person: Person }
  | { status: 'failed'; error: ApiError; name: string | null; email: string | null }

let current: Session | null = null
let resolving: Promise<Session> | null = null
const listeners = new Set<() => void>()

/** The session if it is known already; the role lives here and nowhere else (SPEC §4). */
export function currentSession(): Session | null {
  return current
}

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Finds out who is signed in, asking the server once per page load. */
export function ensureSession(): Promise<Session> {
  if (current) return Promise.resolve(current)
  resolving ??= resolve()
    .then(setSession)
    .finally(() => {
      resolving = null
    })
  return resolving
}

/** Forgets what is known, so that the next guard asks the server again. */
export function resetSession(): void {
  current = null
}

export function setSession(session: Session): Session {
  current = session
  for (const listener of listeners) listener()
  return session
}

/** After onboarding: the same person with a new role. */
export function setRole(role: Role): void {
  if (current?.status === 'signedIn') setSession({ ...current, person: { ...current.person, role } })
}

async function resolve(): Promise<Session> {
  const stored = await storedSignIn()
  if (!stored) return { status: 'signedOut' }
  try {
    return { status: 'signedIn', person: personOf(await login(loginBody(stored, browserZone())), stored) }
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

function personOf(reply: LoginReply, stored: StoredSignIn): Person {
  return {
    id: reply._id,
    name: reply.name || (stored.name ?? ''),
    email: reply.email ?? stored.email ?? '',
    role: roleOf(reply),
    ...(reply.email ? {} : { unverified: true as const }),
  }
}

/** A teacher who is not approved, or was rejected, counts as `user` (SPEC §4), and so does any role we do not know. */
export function roleOf(reply: Pick<LoginReply, 'role' | 'isApproved' | 'isRejected'>): Role {
  if (reply.role === 'student') return 'student'
  if (reply.role === 'teacher' && reply.isApproved && !reply.isRejected) return 'teacher'
  return 'user'
}
