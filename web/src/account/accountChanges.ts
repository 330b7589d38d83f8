/** Changes of the account that apply to the session of this page. */
import type { Account } from '@/api/account'
import { isMinor } from '@/family/isMinor'
import { leaveTo } from '@/family/leaveTo'
import { actingLearnerOf } from '@/session/acting'
import { applyDisplay, changeAccount, currentSession, setSession } from '@/session/session'

/** Removes the question about the terms. */
export function markTermsAccepted(): void {
  changeAccount((account) => {
    const { termsToAccept: _, ...rest } = account
    return rest
  })
}

/** Removes the question about the age. Someone under 18 then needs a guardian. */
export function applyStatedAge({ birthDate }: Pick<Account, 'birthDate'>): void {
  changeAccount((account) => {
    const { ageQuestion: _, ...rest } = account
    return birthDate && isMinor(birthDate) ? { ...rest, needsGuardian: true } : rest
  })
}

/** Removes the notice for students under 18, who book only with a guardian. */
export function markGuardianAdded(): void {
  changeAccount((account) => {
    const { needsGuardian: _, ...rest } = account
    return rest
  })
}

/**
 * Removes a child from the session. A page that is for this child is loaded again, for another
 * person; then it never resolves.
 */
export function applyRemovedChild(id: string): Promise<void> {
  const session = currentSession()
  if (session?.status !== 'signedIn') return Promise.resolve()
  if (actingLearnerOf(session) === id) {
    leaveTo('/booking')
    return new Promise(() => undefined)
  }
  const { learners = [], ...rest } = session
  const others = learners.filter(({ _id }) => _id !== id)
  setSession({ ...rest, ...(others.length > 0 ? { learners: others } : {}) })
  return Promise.resolve()
}

/** Applies a saved account. Returns whether the page is loaded again, in another language. */
export function applyAccount({ name, display }: Account): boolean {
  const session = currentSession()
  if (session?.status !== 'signedIn') return false
  if (applyDisplay({ display, role: session.person.role })) {
    window.location.reload()
    return true
  }
  changeAccount((account) => ({ ...account, name }))
  return false
}
