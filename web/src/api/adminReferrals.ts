import { infiniteQueryOptions } from '@tanstack/react-query'
import { adminClient as client } from './adminClient'
import { cursorPaging, pageParams } from './adminPaging'
import { call } from './client'
import * as sdk from './gen/admin/sdk.gen'

export type { AdminReferral } from './gen/types.gen'

export const adminReferralsQuery = () =>
  infiniteQueryOptions({
    queryKey: ['admin', 'referrals'],
    queryFn: ({ signal, pageParam }) =>
      call(sdk.adminListReferrals({ client, signal, query: pageParams(pageParam) })),
    ...cursorPaging,
  })

/** Grants the referral credit. `reason` is for the audit log and may be empty. */
export const grantReferral = ({ id, reason }: { id: string; reason: string }) =>
  call(sdk.adminGrantReferralReward({ client, path: { id }, body: { reason } }))
