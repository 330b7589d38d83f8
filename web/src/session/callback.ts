import { clearRequestedPage } from '@/lib/requestedPage'
import { accountOf } from './acting'
import { oidcClient } from './oidcClient'
import { homePathOf, ONBOARDING } from './routeGuard'
import { ensureSession, resetSession, type Session } from './session'
import { parseSignInState, type SignInState } from './signInState'
import { storedSignIn } from './tokens'

/** Completes a sign-in and returns the path to go to. */
export async function finishSignIn(): Promise<string> {
  const intent = await completeRedirect()
  resetSession()
  clearRequestedPage()
  const session = await ensureSession()
  const destination = destinationAfterSignIn(session, intent)
  if (session.status !== 'signedIn' || !session.isOtherLanguage) return destination
  window.location.replace(destination)
  return new Promise(() => undefined)
}

async function completeRedirect(): Promise<SignInState> {
  try {
    const user = await (await oidcClient()).signinRedirectCallback()
    return parseSignInState(user.state)
  } catch (error) {
    // After a reload or Back the authorization code is spent, but the sign-in may already be
    // stored.
    if (await storedSignIn()) return { intent: 'login' }
    throw error
  }
}

const STUDENT_HOME = '/booking'
/** Pages of a role other than those under its home page. */
const CONFIRMATION = '/confirmation'
/** The page of an invitation to become a guardian, for every role. */
const GUARDIAN = '/guardian'

/** The requested page if the user may open it, otherwise the home page of the role. */
export function destinationAfterSignIn(session: Session, { intent, returnTo, ref }: SignInState): string {
  if (returnTo && mayOpen(session, returnTo)) return returnTo
  const home = homePathOf(session)
  // A guardian can become a teacher.
  if (home === ONBOARDING || (intent === 'teacher' && hasNoRole(session))) {
    const search = new URLSearchParams()
    if (intent !== 'login') search.set('as', intent)
    if (ref) search.set('ref', ref)
    return search.size > 0 ? `${ONBOARDING}?${search.toString()}` : home
  }
  return home === STUDENT_HOME && ref ? `${home}?${new URLSearchParams({ ref }).toString()}` : home
}

function mayOpen(session: Session, path: string): boolean {
  const { pathname, searchParams } = new URL(path, 'https://own.invalid')
  const home = homePathOf(session)
  if (pathname === home || pathname === GUARDIAN) return true
  if (pathname === ONBOARDING && searchParams.get('for') === 'child') return true
  if (pathname === '/verification-pending' || pathname === ONBOARDING) return hasNoRole(session)
  const isStudent = home === STUDENT_HOME || (session.status === 'signedIn' && session.learners)
  const isOfStudents =
    pathname === STUDENT_HOME || pathname === CONFIRMATION || pathname.startsWith('/booking/receipt/')
  return Boolean(isStudent && isOfStudents)
}

function hasNoRole(session: Session): boolean {
  return session.status !== 'signedIn' || accountOf(session).role === 'user'
}
