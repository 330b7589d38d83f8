import { DRAFT_KEYS } from '@/lib/draftKeys'
import { rememberFarewell } from '@/lib/farewell'
import { manager } from './manager'
import { storedKeys } from './stored'

/**
 * Ends the sign-in here and at the provider, which then returns to the site. Where the provider offers no such
 * page, or cannot be reached, the sign-in at least ends in this browser.
 */
export async function signOut(
  leave: (path: string) => void = (path) => window.location.assign(path),
): Promise<void> {
  forgetDrafts()
  const client = await manager()
  const endsThere = await client.metadataService.getEndSessionEndpoint().catch(() => undefined)
  if (endsThere) {
    await client.signoutRedirect()
    return
  }
  await client.removeUser()
  leave('/')
}

/** Signs out somebody whose account is deleted; the site then says so. They are out even where the provider is not reached. */
export async function leaveForGood(
  leave: (path: string) => void = (path) => window.location.assign(path),
): Promise<void> {
  rememberFarewell()
  try {
    await signOut(leave)
  } catch {
    for (const key of storedKeys()) localStorage.removeItem(key)
    leave('/')
  }
}

/** What somebody has typed into an application is not for the next one at this device. The server keeps it for them. */
function forgetDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(DRAFT_KEYS)) localStorage.removeItem(key)
    }
  } catch {
    // Storage may be forbidden; then there is nothing in it.
  }
}
