import type { Role } from '@/api/types'
import type { Person, Session } from './session'

export const SITE = '/'
export const ONBOARDING = '/onboarding'

/** Home page of each role (SPEC §4). */
const HOMES: Record<Role, string> = { student: '/booking', teacher: '/teacher', user: ONBOARDING }

export function homePathOf(session: Session): string {
  if (session.status === 'signedOut') return SITE
  return session.status === 'failed' ? ONBOARDING : HOMES[session.person.role]
}

export type GuardResult = { allowed: true; person: Person | null } | { allowed: false; redirectTo: string }

/**
 * Decides whether a session may open a page of a role. Visitors are redirected to `/` (SPEC §2),
 * other roles to their own home (D43). If the login failed, the user counts as `user` and is
 * redirected to onboarding, which shows the error (SPEC §4, §8).
 */
export function authorize(session: Session, role: Role): GuardResult {
  if (session.status === 'signedOut') return { allowed: false, redirectTo: SITE }
  if (session.status === 'failed') {
    return role === 'user' ? { allowed: true, person: null } : { allowed: false, redirectTo: ONBOARDING }
  }
  return session.person.role === role
    ? { allowed: true, person: session.person }
    : { allowed: false, redirectTo: homePathOf(session) }
}
