/** The name of the child for whom a guardian's page is, in the short form of the menu. */
import { currentSession, type Session } from '@/session/session'
import { useSession } from '@/session/useSession'
import { shortNames } from './shortNames'

/** `null` if users act for themselves. For components. */
export function useChild(): string | null {
  return childOf(useSession())
}

/** As `useChild`, for functions that make texts: a page is for one person until the next is loaded. */
export function currentChild(): string | null {
  return childOf(currentSession())
}

function childOf(session: Session | null): string | null {
  if (session?.status !== 'signedIn' || !session.account) return null
  const { person, learners = [] } = session
  const index = learners.findIndex(({ _id }) => _id === person.id)
  return shortNames(learners.map(({ name }) => name))[index] ?? person.name
}
