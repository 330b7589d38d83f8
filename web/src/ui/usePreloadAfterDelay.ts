import { useEffect } from 'react'

const DELAY_MS = 600

/** Preloads modules shortly after the first render, so that no click has to wait for them. */
export function usePreloadAfterDelay(loaders: Readonly<Record<string, () => Promise<unknown>>>): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const load of Object.values(loaders)) load().catch(() => undefined)
    }, DELAY_MS)
    return () => clearTimeout(timer)
  }, [loaders])
}
