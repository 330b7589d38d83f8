import { oidcClient } from './oidcClient'
import { homePathOf } from './routeGuard'
import { ensureSession, resetSession, type Session } from './session'
import { parseSignInState, type SignInState } from './signInState'
import { storedSignIn } from './tokens'

/** Completes a sign-in and returns the path to go to. */
export async function finishSignIn(): Promise<string> {
  const intent = await completeRedirect()
  resetSession()
  return destinationAfterSignIn(await ensureSession(), intent)
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

/** The requested page if it belongs to the user's area, otherwise the home page of the role. */
export function destinationAfterSignIn(session: Session, { intent, returnTo, ref }: SignInState): string {
  const home = homePathOf(session)
  if (returnTo && new URL(returnTo, 'https://own.invalid').pathname === home) return returnTo
  if (home === '/onboarding') {
    const search = new URLSearchParams()
    if (intent !== 'login') search.set('as', intent)
    if (ref) search.set('ref', ref)
    return search.size > 0 ? `${home}?${search.toString()}` : home
  }
  return home === '/booking' && ref ? `${home}?${new URLSearchParams({ ref }).toString()}` : home
}
