import { setActingLearner } from '@/api/actingLearner'
import { ApiError, isApiError } from '@/api/error'
import type { Learner } from '@/api/learners'
import { login } from '@/api/people'
import type { LoginReply, Role } from '@/api/types'
import { deviceZone, setDisplayChoices, type WeekStart } from '@/lib/display'
import { adoptLanguage } from './accountLanguage'
import { actingLearnerOf, withLearner } from './acting'
import { loginBody } from './loginBody'
import type { Person, Session, SignedInSession } from './person'
import { type StoredSignIn, storeRoleHint } from './tokenStorage'
import { storedSignIn } from './tokens'

export type { Person, Session, SignedInSession } from './person'

/** Where the identity provider returns to. */
const CALLBACK_PATH = '/auth/callback'

let current: Session | null = null
let pendingSession: Promise<Session> | null = null
const listeners = new Set<(session: Session) => void>()

/** The session if it is known already; the only place that holds the role (SPEC §4). */
export function currentSession(): Session | null {
  return current
}

export function onSessionChange(listener: (session: Session) => void): () => void {
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

let pendingRefresh: Promise<Session> | null = null

/**
 * Asks the server again. Until the reply, and after an error, the present session stays. It keeps its
 * learner, unless another guardian removed them: such a page has to be loaded again.
 */
export function refreshSession(): Promise<Session> {
  pendingRefresh ??= resolve()
    .then((session) => (session.status !== 'signedIn' && current ? current : setSession(session)))
    .finally(() => {
      pendingRefresh = null
    })
  return pendingRefresh
}

/** Discards the session, so that the next guard asks the server again. */
export function resetSession(): void {
  current = null
}

export function setSession(session: Session): Session {
  current = session
  setActingLearner(session.status === 'signedIn' && session.account ? session.person.id : null)
  if (session.status === 'signedIn') storeRoleHint(session.person.role)
  for (const listener of listeners) listener(session)
  return session
}

/** Changes what this page knows about who signed in, also while it acts for a learner. */
export function changeAccount(change: (account: Person) => Person): void {
  if (current?.status !== 'signedIn') return
  const { account, ...session } = current
  setSession(withLearner({ ...session, person: change(account ?? session.person) }, actingLearnerOf(current)))
}

/** Sets the new role after onboarding. */
export function setRole(role: Role): void {
  changeAccount((account) => ({ ...account, role }))
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
    const session = toSession(reply, stored)
    if (!applyDisplay({ display: reply.display, role: session.person.role })) return session
    if (window.location.pathname === CALLBACK_PATH) return { ...session, isOtherLanguage: true }
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

function toSession(reply: LoginReply, stored: StoredSignIn): SignedInSession {
  const person = toPerson(reply, stored)
  // A server of the release before families, during an upgrade, has none.
  const learners = (reply.learners as Learner[] | undefined) ?? []
  if (learners.length === 0) return { status: 'signedIn', person }
  // A session that is asked for again keeps its learner.
  const learner = current?.status === 'signedIn' ? actingLearnerOf(current) : null
  return withLearner({ status: 'signedIn', person, learners }, learner)
}

function toPerson(reply: LoginReply, stored: StoredSignIn): Person {
  return {
    id: reply._id,
    name: reply.name || (stored.name ?? ''),
    email: reply.email ?? stored.email ?? '',
    role: roleOf(reply),
    ...(reply.email ? {} : { unverified: true as const }),
    ...(reply.termsToAccept ? { termsToAccept: reply.termsToAccept } : {}),
    ...(reply.needsGuardian ? { needsGuardian: true as const } : {}),
    ...(reply.ageQuestion ? { ageQuestion: true as const } : {}),
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
