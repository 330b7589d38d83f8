import { queryOptions } from '@tanstack/react-query'
import { adminClient as client } from './adminClient'
import { call } from './client'
import * as sdk from './gen/admin/sdk.gen'

export type { AdminHit } from './gen/types.gen'

/** People, bookings, orders and payouts that match a text; disabled for an empty text. */
export const adminSearchQuery = (q: string) =>
  queryOptions({
    queryKey: ['admin', 'search', q],
    queryFn: async ({ signal }) =>
      (await call(sdk.adminSearchRecords({ client, signal, query: { q } }))).items,
    enabled: q !== '',
  })
