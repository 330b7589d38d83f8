import type { Role } from '@/api/types'
import { judge, type Verdict } from '@/session/guard'
import { ensureSession } from '@/session/session'
import { boot } from './boot'

/** Whether the person of this browser may see a page of that role. */
export async function enter(role: Role): Promise<Verdict> {
  await boot()
  return judge(await ensureSession(), role)
}
