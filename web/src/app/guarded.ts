import { redirect } from '@tanstack/react-router'
import type { Role } from '@/api/types'
import type { Verdict } from '@/session/guard'

const SITE = '/'

interface Ways {
  /** Starts loading the code of the page. */
  preload(): Promise<unknown>
  /** Asks the session; its code is loaded beside the shell, not in it. */
  enter(role: Role): Promise<Verdict>
  /** Goes to another document. Never comes back. */
  leave(path: string): Promise<never>
}

const ways: Omit<Ways, 'preload'> = {
  enter: async (role) => (await import('./base')).enter(role),
  leave: (path) => {
    window.location.replace(path)
    return new Promise(() => undefined)
  },
}

/**
 * The guard of a page, run before anything of it shows. The code of the page loads meanwhile. The site is another
 * document, so the way there leaves the app; `?ref=` goes along, so that an invitation link survives signing in.
 */
export function guarded(role: Role, { preload, enter, leave }: Pick<Ways, 'preload'> & Partial<Ways>) {
  const go = { ...ways, ...(enter ? { enter } : {}), ...(leave ? { leave } : {}) }
  return async ({ location }: { location: { searchStr: string } }): Promise<void> => {
    preload().catch(() => undefined)
    const verdict = await go.enter(role)
    if (verdict.allowed) return
    if (verdict.goTo !== SITE) throw redirect({ to: verdict.goTo, replace: true })
    await go.leave(siteAddress(location.searchStr))
  }
}

export function siteAddress(search: string): string {
  const ref = new URLSearchParams(search).get('ref')
  return ref ? `${SITE}?${new URLSearchParams({ ref }).toString()}` : SITE
}
