import { parseStoredSignIn } from './tokenStorage'

/**
 * Follows the sign-in of other tabs: if it ends there, this tab goes to the site; if another user
 * signs in, this tab reloads. Returns a function that stops it.
 */
export function syncWithOtherTabs(leave: (path: string) => void, reload: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.storageArea !== localStorage || !event.key?.startsWith('oidc.user:')) return
    const before = parseStoredSignIn(event.oldValue)
    const after = parseStoredSignIn(event.newValue)
    if (before && !after) leave('/')
    else if (before && after && before.subject !== after.subject) reload()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
