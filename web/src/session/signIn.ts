import { loadConfig } from '@/api/config'
import { clearAccountDeletedFlag } from '@/lib/accountDeletedFlag'
import { oidcClient } from './oidcClient'
import type { SignInState } from './signInState'

/**
 * Redirects to the provider's sign-in page, or to its sign-up page if the user chose a role to
 * create. `loginHint` is an email address that the page fills in.
 */
export async function signIn(state: SignInState, loginHint?: string): Promise<void> {
  clearAccountDeletedFlag()
  const [{ oidc }, client] = await Promise.all([loadConfig(), oidcClient()])
  const isSignUp = state.intent !== 'login'
  await client.signinRedirect({
    state,
    ...(document.documentElement.lang === 'hi' ? { ui_locales: 'hi en' } : {}),
    ...(loginHint ? { login_hint: loginHint } : {}),
    ...(isSignUp && (await supportsPromptCreate()) ? { prompt: 'create' } : {}),
    extraQueryParams: {
      ...(oidc.audience ? { audience: oidc.audience } : {}),
      ...(isSignUp ? { screen_hint: 'signup' } : {}),
    },
  })

  // A provider that does not support `prompt=create` rejects the request, so it is sent only where
  // the metadata lists it.
  async function supportsPromptCreate(): Promise<boolean> {
    const metadata = await client.metadataService.getMetadata()
    const values: unknown = 'prompt_values_supported' in metadata ? metadata.prompt_values_supported : []
    return Array.isArray(values) && values.includes('create')
  }
}
