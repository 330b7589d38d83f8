/** For whom a guardian's page acts: the account holder, or one of the learners (ADR 14). */
import type { Role } from '@/api/types'
import type { Person, SignedInSession } from './person'

/**
 * Who may open a page: a role, where guardians count as students; a `newcomer`, who has neither a
 * role nor learners; or `anyone` who is signed in.
 */
export type PageRole = Role | 'newcomer' | 'anyone'

/** Who signed in. */
export function accountOf({ person, account }: SignedInSession): Person {
  return account ?? person
}

/** The id of the learner for whom the session acts; `null` if it acts for the account holder. */
export function actingLearnerOf({ person, account }: SignedInSession): string | null {
  return account ? person.id : null
}

/**
 * The session acting for a learner of the account, or for the account holder: if the id is `null` or
 * unknown, or the account has no such learner any more.
 */
export function withLearner(session: SignedInSession, id: string | null): SignedInSession {
  if (actingLearnerOf(session) === id) return session
  const { account: _, ...rest } = session
  const account = accountOf(session)
  const learner = session.learners?.find(({ _id }) => _id === id)
  if (!learner) return { ...rest, person: account }
  const { email, termsToAccept } = account
  const person: Person = {
    id: learner._id,
    name: learner.name,
    email,
    role: 'student',
    ...(termsToAccept ? { termsToAccept } : {}),
  }
  return { ...rest, person, account }
}
