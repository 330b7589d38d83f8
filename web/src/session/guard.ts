import type { Role } from '@/api/types'
import type { Person, Session } from './session'

export const SITE = '/'
export const ONBOARDING = '/onboarding'

/** Where each role is at home (SPEC §4). */
const HOMES: Record<Role, string> = { student: '/booking', teacher: '/teacher', user: ONBOARDING }

export function homeOf(session: Session): string {
  if (session.status === 'signedOut') return SITE
  return session.status === 'failed' ? ONBOARDING : HOMES[session.person.role]
}

export type Verdict = { allowed: true; person: Person | null } | { allowed: false; goTo: string }

/**
 * Whether a page is open to this session: signed out or of another role, the way leads to `/` (SPEC §2). A person whom
 * the server could not name counts as `user`, so the way leads to the onboarding page, which says so (SPEC §4, §8).
 */
export function judge(session: Session, role: Role): Verdict {
  if (session.status === 'signedOut') return { allowed: false, goTo: SITE }
  if (session.status === 'failed') {
    return role === 'user' ? { allowed: true, person: null } : { allowed: false, goTo: ONBOARDING }
  }
  return session.person.role === role
    ? { allowed: true, person: session.person }
    : { allowed: false, goTo: SITE }
}
