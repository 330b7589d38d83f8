import { call } from './client'
import { joinWaitlist as joinWaitlistCall, leaveWaitlist as leaveWaitlistCall } from './gen/sdk.gen'
import type { JoinWaitlistRequest } from './gen/types.gen'

/** The waitlist is public: people on it have no account. */
const fetchWithoutToken: typeof fetch = (input, init) => fetch(input, init)

export const joinWaitlist = (body: JoinWaitlistRequest) =>
  call(joinWaitlistCall({ body, fetch: fetchWithoutToken }))

/** Removes an entry. `id` comes from the link in the invitation mail. */
export const leaveWaitlist = (id: string) =>
  call(leaveWaitlistCall({ path: { id }, fetch: fetchWithoutToken }))
