import { useSyncExternalStore } from 'react'
import { accountOf } from './acting'
import { currentSession, onSessionChange, type Person, type Session, type SignedInSession } from './session'

export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, currentSession, () => null)
}

/**
 * For whom the page is: the signed-in user, or the learner for whom a guardian acts. Only for pages
 * behind a route guard, where there always is one.
 */
export function usePerson(): Person {
  return useSignedIn().person
}

/** Who signed in, also while the page acts for a learner. */
export function useAccount(): Person {
  return accountOf(useSignedIn())
}

/** The session of a page behind a route guard. */
export function useSignedIn(): SignedInSession {
  const session = useSession()
  if (session?.status !== 'signedIn') throw new Error('No person: this page stands outside the guards')
  return session
}
