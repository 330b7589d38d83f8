import { loadConfig } from '@/api/config'
import { ensureTemporal } from '@/lib/time'
import { isAdmin } from '@/session/admin'

/**
 * Checks whether an administrator is signed in. Administrators are not users of the identity
 * provider (D7).
 */
export async function checkAdminAccess(): Promise<boolean> {
  const [isSignedIn] = await Promise.all([isAdmin(), ensureTemporal(), loadConfig().catch(() => undefined)])
  return isSignedIn
}
