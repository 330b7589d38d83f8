/** The client's stored sign-in, created without a browser. */
import { callOk } from './api.ts'
import { CLIENT_ID, discover, SCOPE, signInAt } from './relying-party.mjs'

/** An entry of the browser's local storage. */
export interface StorageItem {
  key: string
  value: string
}

export async function createStoredSignIn(url: string, email: string, password: string): Promise<StorageItem> {
  const { oidc } = await callOk<{ oidc: { authority: string; clientId: string } }>(url, '/api/config')
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
