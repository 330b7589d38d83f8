import type { UserManager } from 'oidc-client-ts'
import { loadConfig } from '@/api/config'

/** Timeout of requests to the provider; also the longest time that a renewal holds its lock. */
const PROVIDER_TIMEOUT_SECONDS = 15

let pendingClient: Promise<UserManager> | null = null

/** The OpenID Connect client, loaded on first use. */
export function oidcClient(): Promise<UserManager> {
  pendingClient ??= createClient().catch((error: unknown) => {
    pendingClient = null
    throw error
  })
  return pendingClient
}

async function createClient(): Promise<UserManager> {
  const [{ oidc }, { UserManager: Manager, WebStorageStateStore }] = await Promise.all([
    loadConfig(),
    import('oidc-client-ts'),
  ])
  const origin = window.location.origin
  return new Manager({
    authority: oidc.authority,
    client_id: oidc.clientId,
    redirect_uri: origin + oidc.redirectPath,
    post_logout_redirect_uri: origin + oidc.postLogoutPath,
    response_type: 'code',
    scope: oidc.scope,
    userStore: new WebStorageStateStore({ store: window.localStorage }),
    stateStore: new WebStorageStateStore({ store: window.localStorage }),
    automaticSilentRenew: false,
    monitorSession: false,
    requestTimeoutInSeconds: PROVIDER_TIMEOUT_SECONDS,
  })
}
