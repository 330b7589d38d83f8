/**
 * A minimal hosted provider: discovery and keys over HTTP, and tokens on demand. For tests with
 * many users.
 */
import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

export interface Claims {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
}

export interface TokenProvider {
  issuer: string
  /** Issues an access token for our API, valid for two years, so that the clock can be moved. */
  issueToken(claims: Claims): Promise<string>
  stop(): Promise<void>
}

export async function startTokenProvider(): Promise<TokenProvider> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'crowd', use: 'sig', alg: 'RS256' }
  let issuer = ''
  const server = createServer((request, response) => {
    const pages: Record<string, unknown> = {
      '/.well-known/openid-configuration': {
        issuer,
        jwks_uri: `${issuer}/jwks`,
        userinfo_endpoint: `${issuer}/me`,
      },
      '/jwks': { keys: [jwk] },
    }
    const page = pages[request.url ?? '']
    response.writeHead(page ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(page ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  issuer = `http://127.0.0.1:${address.port}`
  return {
    issuer,
    issueToken: ({ sub, ...claims }) =>
      new SignJWT({ scope: 'openid profile email', ...claims })
        .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: 'crowd' })
        .setIssuer(issuer)
        .setSubject(sub)
        .setAudience('tala-api')
        .setIssuedAt()
        .setExpirationTime('730d')
        .sign(privateKey),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
