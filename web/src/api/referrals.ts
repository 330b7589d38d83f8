import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import { client } from './gen/client.gen'
import * as sdk from './gen/purchases/sdk.gen'
import { keys } from './keys'

/** Friends whom the signed-in student has referred, newest first. */
export const referralsQuery = () =>
  queryOptions({
    queryKey: keys.referrals,
    queryFn: async ({ signal }) => (await call(sdk.listReferrals({ client, signal }))).referrals,
  })

export const referFriend = (body: { name: string; email: string }) => call(sdk.referFriend({ client, body }))
