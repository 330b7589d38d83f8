/**
 * Source of access tokens. The session registers itself here at start-up, so that the API layer
 * does not depend on OpenID Connect.
 */
export interface TokenProvider {
  /** The token to send now, renewed if it is about to expire; `null` when signed out. */
  accessToken(): Promise<string | null>
  /** Another token after the server rejected `rejected`; `null` if none can be obtained. */
  renew(rejected: string): Promise<string | null>
  /** Redirects to sign-in and back to the current page. */
  signInAgain(): void
}

const signedOutProvider: TokenProvider = {
  accessToken: () => Promise.resolve(null),
  renew: () => Promise.resolve(null),
  signInAgain: () => undefined,
}

let currentProvider = signedOutProvider

export function setTokenProvider(provider: TokenProvider | null): void {
  currentProvider = provider ?? signedOutProvider
}

export function tokenProvider(): TokenProvider {
  return currentProvider
}
