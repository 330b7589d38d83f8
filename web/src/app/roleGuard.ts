import { redirect } from '@tanstack/react-router'
import type { PageRole } from '@/session/acting'
import type { PageLocation } from './checkAccess'

interface GuardDependencies {
  /** Starts loading the code of the page. */
  preload: () => Promise<unknown>
  /** Returns where to go instead; its code is loaded in parallel with the shell. */
  checkAccess?: (page: PageRole, location: PageLocation) => Promise<string | null>
}

const checkAccessLazily = async (page: PageRole, location: PageLocation) =>
  (await import('./base')).checkAccess(page, location)

/** Route guard of pages for one role, run before rendering. The page's code loads in parallel. */
export function roleGuard(
  page: PageRole | ((search: URLSearchParams) => PageRole),
  { preload, checkAccess = checkAccessLazily }: GuardDependencies,
) {
  return async ({ location }: { location: PageLocation }): Promise<void> => {
    preload().catch(() => undefined)
    const role = typeof page === 'string' ? page : page(new URLSearchParams(location.searchStr))
    const href = await checkAccess(role, location)
    if (href) throw redirect({ href, replace: true })
  }
}
