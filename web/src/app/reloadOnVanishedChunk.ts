const REMEMBERED = 'tala-reloaded-at'
const AGAIN_AFTER_SECONDS = 60

/**
 * After a new release, a page that is still open asks for files that are gone. Loading it anew brings the new ones;
 * once only, for a file that stays away would otherwise reload for ever. Without a connection nothing has vanished, and
 * whoever reads on would lose the page.
 */
export function reloadOnVanishedChunk(page: Window): void {
  page.addEventListener('vite:preloadError', (event) => {
    if (!page.navigator.onLine) return
    const last = Number(page.sessionStorage.getItem(REMEMBERED) ?? 0)
    const now = Date.now()
    if (now - last < AGAIN_AFTER_SECONDS * 1000) return
    page.sessionStorage.setItem(REMEMBERED, String(now))
    event.preventDefault()
    page.location.reload()
  })
}
