/** What the client keeps of somebody who has signed in before; no window is needed to get it. */
import { ask } from './api.ts'
import { CLIENT_ID, discover, SCOPE, signInAt } from './relying-party.mjs'

/** A line of the browser's local storage. */
export interface Kept {
  key: string
  value: string
}

export async function keptSignIn(url: string, email: string, password: string): Promise<Kept> {
  const { oidc } = await ask<{ oidc: { authority: string; clientId: string } }>(url, '/api/config')
  const { tokens } = await signInAt(
    await discover(oidc.authority),
    url,
    (page: unknown, visitor: { submit(page: unknown, typed: object): Promise<unknown> }) =>
      visitor.submit(page, { email, password }),
  )
  const { access_token, refresh_token, id_token, token_type } = tokens
  const expires_at = Math.floor(Date.now() / 1000) + (tokens.expiresIn() ?? 0)
  const user = {
    access_token,
    refresh_token,
    id_token,
    token_type,
    scope: SCOPE,
    profile: tokens.claims(),
    expires_at,
  }
  return { key: `oidc.user:${oidc.authority}:${CLIENT_ID}`, value: JSON.stringify(user) }
}
