import { ensureTemporal } from '@/lib/time'
import { destinationAfterSignIn } from './callback'
import { homePathOf } from './routeGuard'
import { ensureSession } from './session'
import { signIn } from './signIn'
import { registerTokenProvider } from './tokens'

/**
 * The home path of the user who is signed in in this browser. Starts a new sign-in if the session
 * has expired.
 */
export async function resolveHomePath(ref: string | null): Promise<string> {
  await ensureTemporal()
  registerTokenProvider()
  const session = await ensureSession()
  const intent = { intent: 'login' as const, ...(ref ? { ref } : {}) }
  if (session.status === 'signedOut') await signIn(intent)
  return session.status === 'signedOut' ? homePathOf(session) : destinationAfterSignIn(session, intent)
}
