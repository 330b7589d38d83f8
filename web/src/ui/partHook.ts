import { useEffect, useState } from 'react'

/**
 * Makes a hook for code that comes later: `null` until it is here. What waits in Suspense React shows a third of a second
 * after the last stand-in at the soonest; this shows as soon as it has come.
 */
export function partHook<T extends object>(load: () => Promise<T>): () => T | null {
  let here: T | null = null
  return function usePart() {
    const [part, setPart] = useState(here)
    const [failure, setFailure] = useState<unknown>(null)
    useEffect(() => {
      if (part) return
      const show = (loaded: T) => {
        here = loaded
        setPart(loaded)
      }
      const begin = () => void load().then(show, setFailure)
      // What stands there already is painted first.
      const frame = requestAnimationFrame(() => setTimeout(begin))
      return () => cancelAnimationFrame(frame)
    }, [part])
    if (failure) throw failure
    return part
  }
}
