import { manager } from './manager'

/**
 * Ends the sign-in here and at the provider, which then returns to the site. Where the provider offers no such
 * page, or cannot be reached, the sign-in at least ends in this browser.
 */
export async function signOut(
  leave: (path: string) => void = (path) => window.location.assign(path),
): Promise<void> {
  const client = await manager()
  const endsThere = await client.metadataService.getEndSessionEndpoint().catch(() => undefined)
  if (endsThere) {
    await client.signoutRedirect()
    return
  }
  await client.removeUser()
  leave('/')
}
