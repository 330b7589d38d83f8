import { call } from './client'
import * as sdk from './gen/sdk.gen'
import type { JoinWaitlistRequest } from './gen/types.gen'

/** The waitlist is public: people on it have no account. */
const fetchWithoutToken: typeof fetch = (input, init) => fetch(input, init)

export const joinWaitlist = (body: JoinWaitlistRequest) =>
  call(sdk.joinWaitlist({ body, fetch: fetchWithoutToken }))

/** Removes an entry. `id` comes from the link in the invitation mail. */
export const leaveWaitlist = (id: string) =>
  call(sdk.leaveWaitlist({ path: { id }, fetch: fetchWithoutToken }))
