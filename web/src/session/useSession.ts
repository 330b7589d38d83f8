import { useSyncExternalStore } from 'react'
import { currentSession, onSessionChange, type Person, type Session } from './session'

export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, currentSession, () => null)
}

/** The signed-in user. Only for pages behind a route guard, where there always is one. */
export function usePerson(): Person {
  const session = useSession()
  if (session?.status !== 'signedIn') throw new Error('No person: this page stands outside the guards')
  return session.person
}
