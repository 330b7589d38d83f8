import { authorize, type GuardResult, type PageRequest } from './routeGuard'
import { ensureSession } from './session'

/** Decides whether the user may open a page. The code for guardians is loaded only for them. */
export async function openPage(request: PageRequest): Promise<GuardResult> {
  const session = await ensureSession()
  if (session.status !== 'signedIn' || !session.learners) return authorize(session, request.page)
  const { openFamilyPage } = await import('./openFamilyPage')
  return openFamilyPage(session, request)
}
