import { languageToSend } from './accountLanguage'
import type { StoredSignIn } from './tokenStorage'

/** Body of the login request for a user who signed in with the provider. */
export function loginBody({ email, name }: StoredSignIn, timeZone: string) {
  return {
    ...(email ? { email } : {}),
    user: { name },
    timeZone,
    ...languageToSend(),
    ...(document.documentElement.lang === 'hi' && { pageLanguage: 'hi' as const }),
  }
}
