import { accountOf } from '@/session/acting'
import { useSession } from '@/session/useSession'

/** Whether two or more people take classes with this account. */
export function useIsFamily(): boolean {
  const session = useSession()
  if (session?.status !== 'signedIn') return false
  return (session.learners?.length ?? 0) + (accountOf(session).role === 'student' ? 1 : 0) > 1
}
