import { authority } from './authority'
import { earlyReply } from './early'
import { ApiError, isApiError, toApiError } from './error'
import { client } from './gen/client.gen'

/**
 * `fetch` with the access token. A 401 is answered by one renewal and one more try; if that fails too, the
 * person signs in again and returns to the same place.
 */
export async function authorizedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init)
  const token = await authority().accessToken()
  if (!token) return fetch(request)
  const reply = (await earlyReply(request, token)) ?? (await fetch(withToken(request.clone(), token)))
  if (reply.status !== 401) return reply
  const renewed = await authority().renew(token)
  const second = renewed ? await fetch(withToken(request, renewed)) : reply
  if (second.status === 401) authority().signInAgain()
  return second
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

/** Waits for a generated call and returns its data, or throws an `ApiError` and nothing else. */
export async function call<T>(running: Promise<Reply<T>>): Promise<T> {
  const { data, error, response } = await running.catch(failed)
  if (response?.ok && error === undefined) return data as T
  if (response) throw toApiError(error, response.status)
  throw failed(error)
}

function failed(cause: unknown): never {
  if (isApiError(cause)) throw cause
  if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
  throw new ApiError(0, 'network', {}, cause)
}
