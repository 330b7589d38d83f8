import { observeServerTime } from '@/lib/serverTime'

/**
 * Responses that an inline script requested before the bundle had loaded (src/app/preloadRoute.ts),
 * by method and path. Each is used once, only with the access token it was requested with, and only
 * during start-up.
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

/** Returns the preloaded response to this request if there is one and it succeeded. */
export async function takePreloadedResponse(request: Request, token: string): Promise<Response | null> {
  const { pathname, search } = new URL(request.url)
  const name = `${request.method} ${pathname}${search}`
  const preloaded = globalThis.__preloaded
  const pending = preloaded?.token === token && preloaded.replies[name]
  if (!pending) return null
  delete preloaded.replies[name]
  const response = await pending.catch(() => null)
  if (!response?.ok) return null
  observeServerTime(response.headers.get('Date'), preloaded.sentAt)
  return response
}
