import { useDeferredValue, useState } from 'react'

interface LoadState {
  isLoading: boolean
  failureCount: number
}

/**
 * Whether one of the queries waits for its first response. What loads later would shift the layout. A query that
 * has failed once no longer counts, so that one failing request does not hide the rest of the page.
 */
export function useIsFirstLoad(queries: readonly LoadState[]): boolean {
  // Stays false: a failed query loads again when the content that uses it appears.
  const [isFirstLoad, setIsFirstLoad] = useState(true)
  const isLoading = isFirstLoad && queries.some((query) => query.isLoading && query.failureCount === 0)
  if (isFirstLoad && !isLoading) setIsFirstLoad(false)
  // Deferred, so that rendering a large tree does not block input on a slow phone.
  const isDeferredLoading = useDeferredValue(isLoading)
  return isLoading || isDeferredLoading
}
