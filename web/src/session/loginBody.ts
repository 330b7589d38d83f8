import type { StoredSignIn } from './stored'

/** What our server is told of somebody who has signed in with the provider. */
export function loginBody({ email, name }: StoredSignIn, timeZone: string) {
  return { ...(email ? { email } : {}), user: { name }, timeZone }
}
