/** npm `openid-client` as the client of any provider: discovery, authorization code with PKCE, refresh. */
import * as oidc from 'openid-client'
import { Visitor } from './visitor.ts'

export const CLIENT_ID = 'tala-web'
export const SCOPE = 'openid profile email offline_access'

export async function discover(issuer) {
  return oidc.discovery(new URL(issuer), CLIENT_ID, undefined, oidc.None(), {
    execute: [oidc.allowInsecureRequests],
  })
}

/** Sends a visitor to the provider, lets `signIn` handle its pages, and exchanges the code for tokens. */
export async function signInAt(config, appUrl, signIn, { visitor = new Visitor(), parameters = {} } = {}) {
  const verifier = oidc.randomPKCECodeVerifier()
  const state = oidc.randomState()
  const nonce = oidc.randomNonce()
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: `${appUrl}/auth/callback`,
    scope: SCOPE,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...parameters,
  })
  const first = await visitor.get(url.href)
  const last = await signIn(first, visitor)
  const tokens = await oidc.authorizationCodeGrant(config, new URL(last.url), {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  })
  return { tokens, visitor, callback: last.url, verifier }
}
