import { observeServerTime } from '@/lib/serverTime'
import { LEARNER_HEADER } from './actingLearner'

/**
 * Responses that an inline script requested before the bundle had loaded (src/app/preloadRoute.ts),
 * by `preloadName`. Each is used once, only for the learner and with the access token it was requested
 * with, and only during start-up.
 */
interface PreloadedResponses {
  token: string
  /** When they were requested, by the device's clock. */
  sentAt: number
  replies: Record<string, Promise<Response>>
}

declare global {
  var __preloaded: PreloadedResponses | undefined
}

/** Names a request by method, path and the learner that it is about. */
export const preloadName = (method: string, path: string, learner: string | null): string =>
  `${method} ${path}${learner ? ` ${learner}` : ''}`

/** Returns the preloaded response to this request if there is one and it succeeded. */
export async function takePreloadedResponse(request: Request, token: string): Promise<Response | null> {
  const { pathname, search } = new URL(request.url)
  const name = preloadName(request.method, pathname + search, request.headers.get(LEARNER_HEADER))
  const preloaded = globalThis.__preloaded
  const pending = preloaded?.token === token && preloaded.replies[name]
  if (!pending) return null
  delete preloaded.replies[name]
  const response = await pending.catch(() => null)
  if (!response?.ok) return null
  observeServerTime(response.headers.get('Date'), preloaded.sentAt)
  return response
}
