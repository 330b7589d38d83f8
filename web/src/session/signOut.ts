import { setAccountDeletedFlag } from '@/lib/accountDeletedFlag'
import { CHOSEN_TIME_KEY } from '@/lib/chosenTimeStorage'
import { DRAFT_KEY_PREFIX } from '@/lib/draftKeyPrefix'
import { LEARNER_KEY, PURCHASE_DRAFT_KEY, STUDENT_DRAFT_KEY } from '@/lib/draftKeys'
import { startLeaving, stopLeaving } from '@/lib/leaving'
import { clearRequestedPage } from '@/lib/requestedPage'
import { oidcClient } from './oidcClient'
import { storedSignInKeys } from './tokenStorage'

/**
 * Ends the sign-in in this browser and at the provider, which redirects back to the site. If the
 * provider has no such endpoint or cannot be reached, it ends only in this browser.
 */
export async function signOut(
  leave: (path: string) => void = (path) => window.location.assign(path),
): Promise<void> {
  removeDrafts()
  clearRequestedPage()
  startLeaving()
  try {
    const client = await oidcClient()
    const endSessionEndpoint = await client.metadataService.getEndSessionEndpoint().catch(() => undefined)
    if (endSessionEndpoint) {
      await client.signoutRedirect()
      return
    }
    await client.removeUser()
    leave('/')
  } catch (error) {
    stopLeaving()
    throw error
  }
}

/**
 * Signs out a user whose account was deleted; the site then shows a message. Works even if the
 * provider cannot be reached.
 */
export async function signOutDeletedAccount(
  leave: (path: string) => void = (path) => window.location.assign(path),
): Promise<void> {
  setAccountDeletedFlag()
  try {
    await signOut(leave)
  } catch {
    for (const key of storedSignInKeys()) localStorage.removeItem(key)
    leave('/')
  }
}

/**
 * Removes drafts and choices from this device, so that the next user does not see them. The server keeps a copy
 * of an application.
 */
function removeDrafts(): void {
  try {
    for (const key of [PURCHASE_DRAFT_KEY, STUDENT_DRAFT_KEY, LEARNER_KEY]) sessionStorage.removeItem(key)
    for (const key of [CHOSEN_TIME_KEY, LEARNER_KEY]) localStorage.removeItem(key)
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(DRAFT_KEY_PREFIX)) localStorage.removeItem(key)
    }
  } catch {
    // Storage can be blocked; then it holds no drafts.
  }
}
