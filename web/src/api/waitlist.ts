import { call } from './client'
import { joinWaitlist as joinWaitlistCall, leaveWaitlist as leaveWaitlistCall } from './gen/sdk.gen'
import type { JoinWaitlistRequest } from './gen/types.gen'

/** Public: whoever is on the waitlist has no account, so it goes without a token. */
const plainFetch: typeof fetch = (input, init) => fetch(input, init)

export const joinWaitlist = (body: JoinWaitlistRequest) => call(joinWaitlistCall({ body, fetch: plainFetch }))

/** `id`: the invitation whose mail led here. */
export const leaveWaitlist = (id: string) => call(leaveWaitlistCall({ path: { id }, fetch: plainFetch }))
