import { useDeferredValue } from 'react'

/**
 * Becomes true in a deferred, interruptible render, so that a large tree does not block input on a
 * slow phone. If `ready` is true from the start, it is true immediately unless `initial` is false.
 */
export function useDeferredRender(ready: boolean, initial = ready): boolean {
  return useDeferredValue(ready, initial) && ready
}
