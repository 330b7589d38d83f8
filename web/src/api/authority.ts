/**
 * Who supplies access tokens. The session registers itself here at the start, so that the API layer knows
 * nothing of OpenID Connect.
 */
export interface Authority {
  /** The token to send now, renewed beforehand when it is about to end; `null` when nobody is signed in. */
  accessToken(): Promise<string | null>
  /** Another token after the server refused `rejected`; `null` when there is none to be had. */
  renew(rejected: string): Promise<string | null>
  /** Sends the person to sign in again and back to where they are. */
  signInAgain(): void
}

const nobody: Authority = {
  accessToken: () => Promise.resolve(null),
  renew: () => Promise.resolve(null),
  signInAgain: () => undefined,
}

let current = nobody

export function setAuthority(authority: Authority | null): void {
  current = authority ?? nobody
}

export function authority(): Authority {
  return current
}
