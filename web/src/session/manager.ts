import type { UserManager } from 'oidc-client-ts'
import { loadConfig } from '@/api/config'

/** Seconds after which a silent provider counts as away; also the longest time that a renewal holds its lock. */
const PROVIDER_TIMEOUT_SECONDS = 15

let making: Promise<UserManager> | null = null

/** The OpenID Connect client of this installation. Its code is loaded only when a provider has to be asked. */
export function manager(): Promise<UserManager> {
  making ??= make().catch((error: unknown) => {
    making = null
    throw error
  })
  return making
}

async function make(): Promise<UserManager> {
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
