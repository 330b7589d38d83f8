import { homeOf } from './guard'
import { parseIntent, type SignInIntent } from './intent'
import { manager } from './manager'
import { ensureSession, resetSession, type Session } from './session'
import { storedSignIn } from './tokens'

/** Where a person goes who has just come back from the provider. */
export async function finishSignIn(): Promise<string> {
  const intent = await completeAtProvider()
  resetSession()
  return destination(await ensureSession(), intent)
}

async function completeAtProvider(): Promise<SignInIntent> {
  try {
    const user = await (await manager()).signinRedirectCallback()
    return parseIntent(user.state)
  } catch (error) {
    // The page was reloaded, or left by Back: the code is spent, but the sign-in that it brought may still stand.
    if (await storedSignIn()) return { intent: 'login' }
    throw error
  }
}

/** The page asked for when it belongs to the person's area, else the home of the role. */
export function destination(session: Session, { intent, returnTo, ref }: SignInIntent): string {
  const home = homeOf(session)
  if (returnTo && new URL(returnTo, 'https://own.invalid').pathname === home) return returnTo
  if (home === '/onboarding') {
    const search = new URLSearchParams()
    if (intent !== 'login') search.set('as', intent)
    if (ref) search.set('ref', ref)
    return search.size > 0 ? `${home}?${search.toString()}` : home
  }
  return home === '/booking' && ref ? `${home}?${new URLSearchParams({ ref }).toString()}` : home
}
