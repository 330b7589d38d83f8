import { useSession } from '@/session/useSession'

/** Whether the account is that of a guardian. */
export function useHasChildren(): boolean {
  const session = useSession()
  return session?.status === 'signedIn' && (session.learners ?? []).length > 0
}
