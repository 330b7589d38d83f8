import { useDeferredValue } from 'react'

/**
 * Becomes true in a drawing that React does in small steps: what is large does not keep a slow phone from answering a
 * finger, and all of it appears together. What is ready from the beginning shows at once, unless `first` says otherwise.
 */
export function useGradually(ready: boolean, first = ready): boolean {
  return useDeferredValue(ready, first) && ready
}
