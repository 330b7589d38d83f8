import { parseStored } from './stored'

/**
 * Follows what other tabs do to the sign-in: when it ends there, this tab leaves for the site; when somebody else
 * signs in there, this tab begins anew as that person.
 */
export function followOtherTabs(leave: (path: string) => void, reload: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.storageArea !== localStorage || !event.key?.startsWith('oidc.user:')) return
    const before = parseStored(event.oldValue)
    const after = parseStored(event.newValue)
    if (before && !after) leave('/')
    else if (before && after && before.subject !== after.subject) reload()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
