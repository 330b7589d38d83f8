import { loadConfig } from '@/api/config'
import { forgetFarewell } from '@/lib/farewell'
import type { SignInIntent } from './intent'
import { manager } from './manager'

/** Leaves for the provider's sign-in page, or its sign-up page for the two "create" intents. */
export async function signIn(intent: SignInIntent): Promise<void> {
  forgetFarewell()
  const [{ oidc }, client] = await Promise.all([loadConfig(), manager()])
  const isSignUp = intent.intent !== 'login'
  await client.signinRedirect({
    state: intent,
    // Providers that speak it show their pages in Hindi too; ours does not.
    ...(document.documentElement.lang === 'hi' ? { ui_locales: 'hi en' } : {}),
    ...(isSignUp && (await knowsPromptCreate()) ? { prompt: 'create' } : {}),
    extraQueryParams: {
      ...(oidc.audience ? { audience: oidc.audience } : {}),
      ...(isSignUp ? { screen_hint: 'signup' } : {}),
    },
  })

  // A provider that does not know `prompt=create` refuses the whole request, so it is sent only where announced.
  async function knowsPromptCreate(): Promise<boolean> {
    const metadata = await client.metadataService.getMetadata()
    const values: unknown = 'prompt_values_supported' in metadata ? metadata.prompt_values_supported : []
    return Array.isArray(values) && values.includes('create')
  }
}
