import { createClient, createConfig } from './gen/client'
import { timedFetch } from './timedFetch'

/** Why an admin request was rejected: no session, or another session was started in another tab. */
export type SessionLoss = 'signedOut' | 'otherSignIn'

const LOGIN_PATH = '/api/admin/login'

let csrfToken = ''
let notifySessionLoss: (loss: SessionLoss) => void = () => undefined

/** The CSRF token of the session, sent with every change. Kept in memory only. */
export function setCsrfToken(token: string): void {
  csrfToken = token
}

/** Registers the handler for a lost session. Returns a function that removes it. */
export function onSessionLoss(handler: (loss: SessionLoss) => void): () => void {
  notifySessionLoss = handler
  return () => {
    notifySessionLoss = () => undefined
  }
}

/**
 * `fetch` for administrators, whose session is a cookie (D7) and not an access token. Never retries
 * under another session: an administrator must see which account acts.
 */
async function adminFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init)
  if (request.method !== 'GET') request.headers.set('x-csrf-token', csrfToken)
  const reply = await timedFetch(request)
  if (reply.status === 401 && !request.url.endsWith(LOGIN_PATH)) notifySessionLoss('signedOut')
  if (reply.status === 403 && (await errorCodeOf(reply)) === 'csrf') notifySessionLoss('otherSignIn')
  return reply
}

async function errorCodeOf(reply: Response): Promise<unknown> {
  const body: unknown = await reply
    .clone()
    .json()
    .catch(() => null)
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : null
}

export const adminClient = createClient(
  createConfig({
    baseUrl: globalThis.location?.origin ?? '',
    credentials: 'same-origin',
    fetch: adminFetch,
  }),
)
