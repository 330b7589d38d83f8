import { call } from './client'
import * as sdk from './gen/sdk.gen'
import type { JoinWaitlistRequest } from './gen/types.gen'
import { timedFetch } from './timedFetch'

// People on the waitlist have no account, so these requests have no token.

export const joinWaitlist = (body: JoinWaitlistRequest) => call(sdk.joinWaitlist({ body, fetch: timedFetch }))

/** Removes an entry. `id` comes from the link in the invitation mail. */
export const leaveWaitlist = (id: string) => call(sdk.leaveWaitlist({ path: { id }, fetch: timedFetch }))
