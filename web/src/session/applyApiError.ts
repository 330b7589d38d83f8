import type { ApiError } from '@/api/error'
import { currentSession, refreshSession, setSession } from './session'

/** Applies what an error of the server says about the user. */
export function applyApiError({ code }: ApiError): void {
  // Another guardian may have removed the learner.
  if (code === 'learner_not_found') void refreshSession()
  if (code !== 'guardian_required') return
  const session = currentSession()
  if (session?.status === 'signedIn' && !session.account && session.person.role === 'student')
    setSession({ ...session, person: { ...session.person, needsGuardian: true } })
}
