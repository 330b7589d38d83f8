import type { Role } from '@/api/types'
import { authorize, type GuardResult } from '@/session/routeGuard'
import { ensureSession } from '@/session/session'
import { bootstrap } from './bootstrap'

/** Checks whether the current user may see a page of the role. */
export async function checkAccess(role: Role): Promise<GuardResult> {
  await bootstrap()
  return authorize(await ensureSession(), role)
}
