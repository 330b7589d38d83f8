import { useEffect, useState } from 'react'

/**
 * Creates a hook that loads a module while it is needed, and returns `null` until it has loaded.
 * React delays content behind a second Suspense fallback by about 300 ms; this hook shows it
 * immediately.
 */
export function createLazyModuleHook<T extends object>(
  load: () => Promise<T>,
): (isNeeded?: boolean) => T | null {
  let loadedModule: T | null = null
  return function useLazyModule(isNeeded = true) {
    const [module, setModule] = useState(loadedModule)
    const [failure, setFailure] = useState<unknown>(null)
    useEffect(() => {
      if (module || !isNeeded) return
      const show = (loaded: T) => {
        loadedModule = loaded
        setModule(loaded)
      }
      const startLoading = () => void load().then(show, setFailure)
      // Paint the current content first.
      const frame = requestAnimationFrame(() => setTimeout(startLoading))
      return () => cancelAnimationFrame(frame)
    }, [module, isNeeded])
    if (failure) throw failure
    return module
  }
}
