import { localPath } from '@/lib/language'
import { storeRequestedPage } from '@/lib/requestedPage'
import type { PageRole } from '@/session/acting'
import { openPage } from '@/session/openPage'
import { SITE } from '@/session/routeGuard'
import { ensureSession } from '@/session/session'
import { bootstrap } from './bootstrap'
import { loadPage } from './loadPage'

export interface PageLocation {
  /** Path, search and fragment. */
  href: string
  searchStr: string
}

/**
 * Checks whether the current user may see a page. Returns where to go instead, or `null`. The public
 * site is another document, so a redirect there leaves the app; with `?ref=` it leads to the invite
 * page of that code. The requested page is stored for the time after sign-in (D43).
 *
 * `?learner=`, which links in mails have, selects that learner, and is removed from the address.
 */
export async function checkAccess(
  page: PageRole,
  { href, searchStr }: PageLocation,
  load: (href: string) => Promise<never> = loadPage,
): Promise<string | null> {
  await bootstrap()
  const target = withoutLearner(href)
  const requested = new URLSearchParams(searchStr).get('learner')
  const result = await openPage({ page, requested, href: target, load })
  if (result.allowed) return target === href ? null : target
  if (result.redirectTo !== SITE) return result.redirectTo
  storeRequestedPage(href)
  return load(siteUrl(searchStr))
}

/** Resolves the session for a page that everyone may open. */
export async function prepareSession(): Promise<void> {
  await bootstrap()
  await ensureSession()
}

function withoutLearner(href: string): string {
  const url = new URL(href, window.location.origin)
  if (!url.searchParams.has('learner')) return href
  url.searchParams.delete('learner')
  return url.pathname + url.search + url.hash
}

/** The front page, or the invite page of the code in the address, in the language of this page. */
export function siteUrl(search: string): string {
  const ref = new URLSearchParams(search).get('ref')
  return localPath(ref ? `${SITE}t/${encodeURIComponent(ref)}` : SITE)
}
