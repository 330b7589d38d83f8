import { useSession } from '@/session/useSession'

/** The name of the child for whom a guardian's page is; `null` if users act for themselves. */
export function useChildName(): string | null {
  const session = useSession()
  return session?.status === 'signedIn' && session.account ? session.person.name : null
}
