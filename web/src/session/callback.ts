import { clearRequestedPage } from '@/lib/requestedPage'
import { oidcClient } from './oidcClient'
import { homePathOf } from './routeGuard'
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

/** Pages of a role other than those under its home page. */
const CONFIRMATION = '/confirmation'

/** The requested page if it belongs to the user's area, otherwise the home page of the role. */
export function destinationAfterSignIn(session: Session, { intent, returnTo, ref }: SignInState): string {
  const home = homePathOf(session)
  if (returnTo && isInArea(returnTo, home)) return returnTo
  if (home === '/onboarding') {
    const search = new URLSearchParams()
    if (intent !== 'login') search.set('as', intent)
    if (ref) search.set('ref', ref)
    return search.size > 0 ? `${home}?${search.toString()}` : home
  }
  return home === '/booking' && ref ? `${home}?${new URLSearchParams({ ref }).toString()}` : home
}

function isInArea(path: string, home: string): boolean {
  const { pathname } = new URL(path, 'https://own.invalid')
  return (
    pathname === home ||
    (home === '/booking' && (pathname.startsWith('/booking/receipt/') || pathname === CONFIRMATION)) ||
    (home === '/onboarding' && pathname === '/verification-pending')
  )
}
