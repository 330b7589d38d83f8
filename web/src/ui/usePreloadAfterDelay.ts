import { useEffect } from 'react'

const DELAY_MS = 600

/**
 * Preloads modules shortly after the first render, so that no click has to wait for them. Each has a
 * separate task: inserting the links of all modules in one task blocks the page for 60 ms, and longer
 * on a slow phone.
 */
export function usePreloadAfterDelay(loaders: Readonly<Record<string, () => Promise<unknown>>>): void {
  useEffect(() => {
    let isMounted = true
    const preload = async () => {
      for (const load of Object.values(loaders)) {
        if (isMounted) await load().catch(() => undefined)
        await new Promise((done) => setTimeout(done))
      }
    }
    const timer = setTimeout(() => void preload(), DELAY_MS)
    return () => {
      isMounted = false
      clearTimeout(timer)
    }
  }, [loaders])
}
