import { clock } from '@/lib/clock'

const STORAGE_KEY = 'tala-reloaded-at'
const MIN_RELOAD_INTERVAL_SECONDS = 60

/**
 * Reloads the page when a chunk cannot be loaded: after a release, an open page requests files that
 * no longer exist. Reloads at most once a minute to avoid a loop, and not while offline, when a
 * reload would lose the page.
 */
export function reloadOnChunkError(page: Window): void {
  page.addEventListener('vite:preloadError', (event) => {
    if (!page.navigator.onLine) return
    const last = Number(page.sessionStorage.getItem(STORAGE_KEY) ?? 0)
    const now = clock.device()
    if (now - last < MIN_RELOAD_INTERVAL_SECONDS * 1000) return
    page.sessionStorage.setItem(STORAGE_KEY, String(now))
    event.preventDefault()
    page.location.reload()
  })
}
