import { useEffect } from 'react'

const FIRST_USE = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const

/**
 * Preloads modules once the pointer, the keyboard or the scroll position of the page moves, so that
 * few clicks have to wait for them and a slow phone can complete the first view without them. Each
 * has a separate task: inserting the links of all modules in one task blocks the page for 60 ms.
 */
export function usePreloadOnFirstUse(loaders: Readonly<Record<string, () => Promise<unknown>>>): void {
  useEffect(() => {
    let isMounted = true
    const firstUse = new AbortController()
    const preload = async () => {
      firstUse.abort()
      for (const load of Object.values(loaders)) {
        await new Promise((done) => setTimeout(done))
        if (!isMounted) return
        await load().catch(() => undefined)
      }
    }
    for (const event of FIRST_USE) {
      window.addEventListener(event, () => void preload(), {
        capture: true,
        passive: true,
        signal: firstUse.signal,
      })
    }
    return () => {
      isMounted = false
      firstUse.abort()
    }
  }, [loaders])
}
