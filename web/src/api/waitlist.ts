import { call } from './client'
import { joinWaitlist as joinWaitlistCall } from './gen/sdk.gen'
import type { JoinWaitlistRequest } from './gen/types.gen'

/** Public: whoever joins the waitlist has no account, so it goes without a token. */
const plainFetch: typeof fetch = (input, init) => fetch(input, init)

export const joinWaitlist = (body: JoinWaitlistRequest) => call(joinWaitlistCall({ body, fetch: plainFetch }))
