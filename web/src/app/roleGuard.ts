import { redirect } from '@tanstack/react-router'
import type { Role } from '@/api/types'
import { localPath } from '@/lib/language'
import { storeRequestedPage } from '@/lib/requestedPage'
import type { GuardResult } from '@/session/routeGuard'

const SITE = '/'

interface GuardDependencies {
  /** Starts loading the code of the page. */
  preload(): Promise<unknown>
  /** Checks the session; its code is loaded in parallel with the shell. */
  checkAccess(role: Role): Promise<GuardResult>
  /** Navigates to another document. Never resolves. */
  leaveApp(path: string): Promise<never>
}

const defaultDependencies: Omit<GuardDependencies, 'preload'> = {
  checkAccess: async (role) => (await import('./base')).checkAccess(role),
  leaveApp: (path) => {
    window.location.replace(path)
    return new Promise(() => undefined)
  },
}

/**
 * Route guard of pages for one role, run before rendering. The page's code loads in parallel. The
 * public site is another document, so a redirect there leaves the app; with `?ref=` it leads to the
 * invite page of that code. The requested page is stored for the time after sign-in (D43).
 */
export function roleGuard(
  role: Role,
  { preload, checkAccess, leaveApp }: Pick<GuardDependencies, 'preload'> & Partial<GuardDependencies>,
) {
  const dependencies = {
    ...defaultDependencies,
    ...(checkAccess ? { checkAccess } : {}),
    ...(leaveApp ? { leaveApp } : {}),
  }
  return async ({ location }: { location: { href: string; searchStr: string } }): Promise<void> => {
    preload().catch(() => undefined)
    const result = await dependencies.checkAccess(role)
    if (result.allowed) return
    if (result.redirectTo !== SITE) throw redirect({ to: result.redirectTo, replace: true })
    storeRequestedPage(location.href)
    await dependencies.leaveApp(siteUrl(location.searchStr))
  }
}

/** The front page, or the invite page of the code in the address, in the language of this page. */
export function siteUrl(search: string): string {
  const ref = new URLSearchParams(search).get('ref')
  return localPath(ref ? `${SITE}t/${encodeURIComponent(ref)}` : SITE)
}
