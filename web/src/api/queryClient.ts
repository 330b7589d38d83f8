import { type InvalidateQueryFilters, notifyManager, QueryClient } from '@tanstack/react-query'
import { type ApiError, isApiError } from './error'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
  }
}

const MAX_RETRIES = 2
const STALE_SECONDS = 20

/** Reading is tried again only when the network or the server was away; changes are never repeated by themselves. */
export function createQueryClient(): QueryClient {
  // Before the next click is heard, a button that was pressed knows that it is busy.
  notifyManager.setScheduler(queueMicrotask)
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_SECONDS * 1000,
        retry: (failures, error) => failures < MAX_RETRIES && isApiError(error) && error.isTransient,
      },
      mutations: { retry: false },
    },
  })
}

/**
 * Marks these queries as outdated after a change, and loads again those on view. A request that is still under way may
 * have been answered before the change; `invalidateQueries` alone would keep that answer where it is a query's first.
 */
export async function invalidate(client: QueryClient, filters: InvalidateQueryFilters): Promise<void> {
  await client.cancelQueries(filters)
  await client.invalidateQueries(filters)
}
