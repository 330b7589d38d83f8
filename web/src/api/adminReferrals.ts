import { infiniteQueryOptions } from '@tanstack/react-query'
import { adminClient as client } from './adminClient'
import { paged, rowsAfter } from './adminPaging'
import { call } from './client'
import { adminGrantReferral, adminListReferrals } from './gen/sdk.gen'

export type { AdminReferral as Referral } from './gen/types.gen'

export const referralsQuery = () =>
  infiniteQueryOptions({
    queryKey: ['admin', 'referrals'],
    queryFn: ({ signal, pageParam }) =>
      call(adminListReferrals({ client, signal, query: rowsAfter(pageParam) })),
    ...paged,
  })

/** `reason`: for the audit log, or nothing. */
export const grantReferral = ({ id, reason }: { id: string; reason: string }) =>
  call(adminGrantReferral({ client, path: { id }, body: { reason } }))
