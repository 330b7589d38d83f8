import { ensureTemporal } from '@/lib/time'
import { destination } from './callback'
import { homeOf } from './guard'
import { ensureSession } from './session'
import { signIn } from './signIn'
import { connectTokens } from './tokens'

/** Where the person of this browser's sign-in is at home; whose sign-in has ended meanwhile, signs in again. */
export async function homeAddress(ref: string | null): Promise<string> {
  await ensureTemporal()
  connectTokens()
  const session = await ensureSession()
  const intent = { intent: 'login' as const, ...(ref ? { ref } : {}) }
  if (session.status === 'signedOut') await signIn(intent)
  return session.status === 'signedOut' ? homeOf(session) : destination(session, intent)
}
