import { tokenProvider } from './accessTokens'
import { actingLearner, LEARNER_HEADER } from './actingLearner'
import { ApiError, isApiError, toApiError } from './error'
import { reportError } from './errorListener'
import { client } from './gen/client.gen'
import { takePreloadedResponse } from './preloadedResponses'
import { timedFetch } from './timedFetch'

/**
 * `fetch` with the access token. After a 401 it renews the token and retries once. If that fails
 * too, the user signs in again and returns to the same page. A request of a guardian names the learner
 * for whom the page acts, unless it names one already.
 */
export async function authorizedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init)
  const token = await tokenProvider().accessToken()
  if (!token) return timedFetch(request)
  const learner = actingLearner()
  if (learner && !request.headers.has(LEARNER_HEADER)) request.headers.set(LEARNER_HEADER, learner)
  const reply =
    (await takePreloadedResponse(request, token)) ?? (await timedFetch(withToken(request.clone(), token)))
  if (reply.status !== 401) return reply
  const renewed = await tokenProvider().renew(token)
  const retried = renewed ? await timedFetch(withToken(request, renewed)) : reply
  if (retried.status === 401) tokenProvider().signInAgain()
  return retried
}

function withToken(request: Request, token: string): Request {
  request.headers.set('Authorization', `Bearer ${token}`)
  return request
}

client.setConfig({ baseUrl: globalThis.location?.origin ?? '', fetch: authorizedFetch })

interface Reply<T> {
  data?: T
  error?: unknown
  response?: Response
}

/** Awaits a generated API call and returns its data. Throws an `ApiError` on any failure. */
export async function call<T>(request: Promise<Reply<T>>): Promise<T> {
  const { data, error, response } = await request.catch(throwNetworkError)
  if (response?.ok && error === undefined) return data as T
  if (response) throw reportError(toApiError(error, response))
  throw throwNetworkError(error)
}

function throwNetworkError(cause: unknown): never {
  if (isApiError(cause)) throw cause
  if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
  throw new ApiError(0, 'network', {}, cause)
}
