import { type InvalidateQueryFilters, notifyManager, QueryClient } from '@tanstack/react-query'
import { type ApiError, isApiError } from './error'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
  }
}

const MAX_RETRIES = 2
const STALE_SECONDS = 20

/**
 * Creates the query client. Queries are retried only after network and server failures; mutations
 * are never retried. Without a connection they fail immediately: a mutation that waits for it would
 * run after the user has left the dialog.
 */
export function createQueryClient(): QueryClient {
  // Render the pending state before the next click event, so that a button cannot be pressed twice.
  notifyManager.setScheduler(queueMicrotask)
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_SECONDS * 1000,
        retry: (failures, error) => failures < MAX_RETRIES && isApiError(error) && error.isTransient,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/**
 * Invalidates queries after a change and refetches the mounted ones. Requests in flight are
 * cancelled first: they may have been answered before the change, and `invalidateQueries` alone
 * would keep such an answer if it is a query's first.
 */
export async function invalidate(client: QueryClient, filters: InvalidateQueryFilters): Promise<void> {
  await client.cancelQueries(filters)
  await client.invalidateQueries(filters)
}
