import { useEffect } from 'react'

const WAIT_MS = 600

/** Fetches what is not needed for the first drawing shortly after it, so that no click has to wait for it. */
export function useLaterParts(parts: Readonly<Record<string, () => Promise<unknown>>>): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const part of Object.values(parts)) part().catch(() => undefined)
    }, WAIT_MS)
    return () => clearTimeout(timer)
  }, [parts])
}
