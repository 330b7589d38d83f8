import { useEffect } from 'react'

const FIRST_USE = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const

/**
 * Preloads modules once the person moves the pointer, presses a key or scrolls, so that clicks rarely
 * wait for them, and a slow phone completes the first view without them. Modules are loaded one after
 * another in separate tasks, because inserting the preload links of all of them in one task blocks the
 * page for 60 ms. `loaders` must be a constant.
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
