/**
 * Opens pages for a learner or for the account holder. A loaded page, with all that it has in memory,
 * is for one of them: for another, it is loaded again.
 */
import { storeRemovedChild } from '@/lib/removedChild'
import { accountOf, actingLearnerOf, type PageRole, withLearner } from './acting'
import { readLearnerChoice, storeLearnerChoice } from './learnerChoice'
import type { Person, Session, SignedInSession } from './person'
import { authorize, type GuardResult, homePathOf, type PageRequest } from './routeGuard'
import { currentSession, onSessionChange, setSession } from './session'

/** The learner for whom this page load has shown a page, or `null`; `undefined` before that. */
let shownFor: Pick<Person, 'id' | 'name'> | null | undefined

/** Decides whether a guardian may open a page, and for whom. */
export async function openFamilyPage(
  present: SignedInSession,
  { page, requested, href, load }: PageRequest,
): Promise<GuardResult> {
  const session = withLearner(present, learnerOfPage(present, page, requested))
  const result = authorize(session, page)
  if (!result.allowed) return result
  const learner = actingLearnerOf(session)
  if (page === 'student') storeLearnerChoice({ account: accountOf(session).id, learner })
  if (shownFor === undefined) onSessionChange((changed) => leaveIfReplaced(changed, load))
  else if (learner !== (shownFor?.id ?? null)) return load(href)
  shownFor = session.account ? session.person : null
  if (session !== currentSession()) setSession(session)
  return result
}

/**
 * The learner for whom a page acts; `null` for the account holder. Students' pages are for the learner
 * chosen last; otherwise for the account holder if they are a student, or else for the first learner.
 * The pages of teachers and of people without a role are for the account holder.
 */
function learnerOfPage(session: SignedInSession, page: PageRole, requested: string | null): string | null {
  const acting = actingLearnerOf(session)
  const { id, role } = accountOf(session)
  if (page === 'teacher' || page === 'user') return role === page ? null : acting
  if (page !== 'student') return acting
  const { learners = [] } = session
  const isLearner = (candidate: string | null) => learners.some(({ _id }) => _id === candidate)
  if (isLearner(requested)) return requested
  if (requested === id && role === 'student') return null
  if (acting || (role === 'student' && shownFor !== undefined)) return acting
  const chosen = readLearnerChoice(id)?.learner ?? null
  if (isLearner(chosen)) return chosen
  return role === 'student' ? null : (learners[0]?._id ?? null)
}

/** Another guardian has removed the learner for whom the page is: its data must not stay. */
function leaveIfReplaced(session: Session, load: PageRequest['load']): void {
  if (session.status !== 'signedIn' || actingLearnerOf(session) === (shownFor?.id ?? null)) return
  if (shownFor) storeRemovedChild(shownFor.name)
  void load(homePathOf(session))
}
