import { loadConfig } from '@/api/config'
import { ensureTemporal } from '@/lib/time'
import { isAdmin } from '@/session/admin'

/** Whether this browser's person is an administrator, who is nobody of the sign-in provider's (D7). */
export async function enterAdmin(): Promise<boolean> {
  const [answer] = await Promise.all([isAdmin(), ensureTemporal(), loadConfig().catch(() => undefined)])
  return answer
}
