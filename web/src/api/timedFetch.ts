import { clock } from '@/lib/clock'
import { observeServerTime } from '@/lib/serverTime'

/**
 * `fetch` that compares the device's clock with the server's. Replies of the API are never cached,
 * so their `Date` is the time at which the server answered.
 */
export async function timedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const sentAt = clock.device()
  const reply = await fetch(input, init)
  observeServerTime(reply.headers.get('Date'), sentAt)
  return reply
}
