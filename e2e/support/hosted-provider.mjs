/**
 * npm `oidc-provider`, configured like a hosted provider: public client with PKCE, JWT access
 * tokens (RS256) for our API with e-mail claims, rotating refresh tokens, RP-initiated logout.
 */
import { createServer } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import Provider from 'oidc-provider'

const RESOURCE = 'urn:tala:api'

async function signingKey(kid) {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid, use: 'sig', alg: 'RS256' }
}

/**
 * @param {object} options
 * @param {string} options.appUrl where our client lives
 * @param {Record<string, { email?: string, email_verified?: boolean, name?: string }>} options.people by subject
 * @param {boolean} [options.opaque] access tokens that only userinfo understands
 * @param {boolean} [options.emailInToken] e-mail claims in the access token
 * @param {number} [options.port]
 */
export async function startHostedProvider({ appUrl, people, opaque = false, emailInToken = true, port = 0 }) {
  let answer
  let rotations = 0
  let keys = [await signingKey('key-0')]
  const server = createServer((request, response) => answer(request, response))
  await listen(server, port)
  const bound = server.address().port
  const issuer = `http://localhost:${bound}`

  const configure = () => {
    const provider = new Provider(issuer, configuration({ appUrl, people, opaque, emailInToken, keys }))
    provider.on('server_error', (_, error) => process.stderr.write(`oidc-provider: ${error.stack}\n`))
    const callback = provider.callback()
    answer = (request, response) =>
      request.url.startsWith('/interaction/')
        ? signInPage(provider, request, response).catch((error) => {
            response.writeHead(500).end(String(error))
          })
        : callback(request, response)
  }
  configure()
  return {
    issuer,
    port: bound,
    people,
    /** Signs with a new key from now on. The old one stays published, unless withdrawn. */
    async rotateKeys({ withdrawOld = false } = {}) {
      rotations += 1
      keys = [await signingKey(`key-${rotations}`), ...(withdrawOld ? [] : keys)]
      configure()
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    async startAgain() {
      await listen(server, bound)
    },
  }
}

function listen(server, port) {
  return new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve))
}

function configuration({ appUrl, people, opaque, emailInToken, keys }) {
  const claims = { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] }
  return {
    clients: [
      {
        client_id: 'tala-web',
        token_endpoint_auth_method: 'none',
        application_type: 'web',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: [`${appUrl}/auth/callback`],
        post_logout_redirect_uris: [`${appUrl}/`],
      },
    ],
    jwks: { keys },
    cookies: { keys: ['a secret of the tests only'] },
    clientBasedCORS: (_ctx, origin) => origin === appUrl,
    claims,
    conformIdTokenClaims: false,
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    findAccount: (_ctx, sub) =>
      people[sub] && { accountId: sub, claims: async () => ({ sub, ...people[sub] }) },
    extraTokenClaims: (_ctx, token) => (emailInToken && !opaque ? people[token.accountId] : undefined),
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client.clientId,
        accountId: ctx.oidc.session.accountId,
      })
      grant.addOIDCScope('openid profile email offline_access')
      grant.addResourceScope(RESOURCE, 'openid profile email offline_access')
      await grant.save()
      return grant
    },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true, logoutSource },
      resourceIndicators: {
        enabled: !opaque,
        defaultResource: () => RESOURCE,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: 'openid profile email offline_access',
          audience: 'tala-api',
          accessTokenFormat: 'jwt',
          accessTokenTTL: 3600,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    ttl: {
      AccessToken: 3600,
      IdToken: 3600,
      Session: 86_400,
      Grant: 86_400,
      RefreshToken: 86_400,
      Interaction: 600,
    },
  }
}

/** Asks for confirmation, as hosted providers do. */
function logoutSource(ctx, form) {
  ctx.body = `<!doctype html><html lang="en"><head><title>Sign out</title></head><body><h1>Sign out?</h1>${form}
    <button type="submit" form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button></body></html>`
}

/** The provider's sign-in page, which accepts any subject without a password. */
async function signInPage(provider, request, response) {
  if (request.method === 'POST') {
    let body = ''
    for await (const bytes of request) body += bytes
    const accountId = new URLSearchParams(body).get('login')
    await provider.interactionFinished(request, response, { login: { accountId } })
    return
  }
  await provider.interactionDetails(request, response)
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(`<!doctype html><html lang="en"><head><title>Hosted sign-in</title></head><body><h1>Hosted sign-in</h1>
    <form method="post" action="${request.url}"><label for="login">Account</label><input id="login" name="login" value="">
    <button type="submit">Sign in</button></form></body></html>`)
}
