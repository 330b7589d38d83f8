/** Changes of the account that apply to the session of this page. */
import type { Account } from '@/api/account'
import { applyDisplay, currentSession, setSession } from '@/session/session'

/** Removes the question about the terms. */
export function markTermsAccepted(): void {
  const session = currentSession()
  if (session?.status !== 'signedIn') return
  const { termsToAccept: _, ...person } = session.person
  setSession({ ...session, person })
}

/** Applies a saved account. Returns whether the page is loaded again, in another language. */
export function applyAccount({ name, display }: Account): boolean {
  const session = currentSession()
  if (session?.status !== 'signedIn') return false
  const { person } = session
  if (applyDisplay({ display, role: person.role })) {
    window.location.reload()
    return true
  }
  setSession({ ...session, person: { ...person, name } })
  return false
}
