import type { Role } from '@/api/types'
import { accountOf, type PageRole } from './acting'
import type { Person, Session } from './person'

export const SITE = '/'
export const ONBOARDING = '/onboarding'

/** Home page of each role (SPEC §4). */
const HOMES: Record<Role, string> = { student: '/booking', teacher: '/teacher', user: ONBOARDING }

/** The home page of who signed in. Guardians without a role of their own have that of students. */
export function homePathOf(session: Session): string {
  if (session.status === 'signedOut') return SITE
  if (session.status === 'failed') return ONBOARDING
  const { role } = accountOf(session)
  return HOMES[role === 'user' && session.learners ? 'student' : role]
}

export interface PageRequest {
  page: PageRole
  /** The id in the address: of a learner, or of the account holder. */
  requested: string | null
  /** The address without it. */
  href: string
  /** Loads a page in place of this one. Never resolves. */
  load: (href: string) => Promise<never>
}

export type GuardResult = { allowed: true; person: Person | null } | { allowed: false; redirectTo: string }

/**
 * Decides whether a session may open a page. Visitors are redirected to `/` (SPEC §2), others to
 * their own home (D43). If the login failed, the user counts as `user` and is redirected to
 * onboarding, which shows the error (SPEC §4, §8).
 */
export function authorize(session: Session, page: PageRole): GuardResult {
  if (session.status === 'signedOut') return { allowed: false, redirectTo: SITE }
  if (session.status === 'failed') {
    return page === 'student' || page === 'teacher'
      ? { allowed: false, redirectTo: ONBOARDING }
      : { allowed: true, person: null }
  }
  const { person, learners } = session
  const isAllowed =
    page === 'anyone' || (page === 'newcomer' ? person.role === 'user' && !learners : person.role === page)
  return isAllowed ? { allowed: true, person } : { allowed: false, redirectTo: homePathOf(session) }
}
