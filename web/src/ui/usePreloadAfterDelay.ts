import { useEffect } from 'react'

const DELAY_MS = 600

/**
 * Preloads modules shortly after the first render, so that no click has to wait for them. One after
 * another, because the links for all of them together block the page for 60 ms.
 */
export function usePreloadAfterDelay(loaders: Readonly<Record<string, () => Promise<unknown>>>): void {
  useEffect(() => {
    let isMounted = true
    const preload = async () => {
      for (const load of Object.values(loaders)) {
        if (isMounted) await load().catch(() => undefined)
      }
    }
    const timer = setTimeout(() => void preload(), DELAY_MS)
    return () => {
      isMounted = false
      clearTimeout(timer)
    }
  }, [loaders])
}
