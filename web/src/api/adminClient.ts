import { createClient, createConfig } from './gen/client'

/** Why calls of the back office are refused: nobody is signed in, or somebody has signed in anew in another tab. */
export type Loss = 'signedOut' | 'otherSignIn'

const LOGIN = '/api/admin/login'

let csrfToken = ''
let tell: (loss: Loss) => void = () => undefined

/** What proves to the server that a change comes from our own page. It is the session's, and kept nowhere else. */
export function setCsrfToken(token: string): void {
  csrfToken = token
}

/** Calls `handler` when the session turns out to have ended; what it returns stops that. */
export function whenSessionIsLost(handler: (loss: Loss) => void): () => void {
  tell = handler
  return () => {
    tell = () => undefined
  }
}

/**
 * `fetch` for administrators, whose session is a cookie (D7) and no token of the provider. A call is never repeated by
 * itself under another sign-in: whoever acts is to see as whom.
 */
async function adminFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init)
  if (request.method !== 'GET') request.headers.set('x-csrf-token', csrfToken)
  const reply = await fetch(request)
  if (reply.status === 401 && !request.url.endsWith(LOGIN)) tell('signedOut')
  if (reply.status === 403 && (await codeOf(reply)) === 'csrf') tell('otherSignIn')
  return reply
}

async function codeOf(reply: Response): Promise<unknown> {
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
