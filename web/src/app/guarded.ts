import { redirect } from '@tanstack/react-router'
import type { Role } from '@/api/types'
import { judge, SITE } from '@/session/guard'
import { ensureSession } from '@/session/session'

/**
 * The guard of a page, run before anything of it shows. The code of the page loads meanwhile. The site is another
 * document, so the way there leaves the app; `?ref=` goes along, so that an invitation link survives signing in.
 */
export function guarded(role: Role, preload: () => Promise<unknown>, leave = leaveApp) {
  return async ({ location }: { location: { searchStr: string } }): Promise<void> => {
    preload().catch(() => undefined)
    const verdict = judge(await ensureSession(), role)
    if (verdict.allowed) return
    if (verdict.goTo !== SITE) throw redirect({ to: verdict.goTo, replace: true })
    await leave(siteAddress(location.searchStr))
  }
}

export function siteAddress(search: string): string {
  const ref = new URLSearchParams(search).get('ref')
  return ref ? `${SITE}?${new URLSearchParams({ ref }).toString()}` : SITE
}

/** Never ends: 'Loading...' stays until the browser has gone. */
function leaveApp(path: string): Promise<never> {
  window.location.replace(path)
  return new Promise(() => undefined)
}
