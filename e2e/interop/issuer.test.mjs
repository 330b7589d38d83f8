/** Our issuer with npm `openid-client`, a standard client. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as oidc from 'openid-client'
import { advanceClock, call, callOk, mailedCode, readMailbox } from '../support/api.ts'
import { MEERA, PADMA, PASSWORD } from '../support/people.ts'
import { CLIENT_ID, discover, SCOPE, signInAt } from '../support/relying-party.mjs'
import { startTala } from '../support/tala.ts'
import { Visitor } from '../support/visitor.ts'

const NEW_PASSWORD = 'nine rivers and a lamp'

const withPassword = (email, password) => (page, visitor) => visitor.submit(page, { email, password })

/** What openid-client throws for an OAuth error. */
const isOAuthError = (code) => (error) => {
  assert.equal(error.error ?? error.cause?.error, code, String(error))
  return true
}

describe('our issuer and openid-client', () => {
  let server
  let config
  before(async () => {
    server = await startTala({ name: 'issuer' })
    config = await discover(`${server.url}/id`)
  })
  after(() => server.stop())

  const signUp = (email, name) => async (page, visitor) => {
    const codePage = await visitor.submit(page, { name, email, password: NEW_PASSWORD })
    assert.match(codePage.html, /Check your email/)
    return visitor.submit(codePage, { code: await mailedCode(server.url, email) }, /verify/)
  }

  test('discovery contains what a client needs', () => {
    const metadata = config.serverMetadata()
    assert.equal(metadata.issuer, `${server.url}/id`)
    assert.ok(metadata.supportsPKCE('S256'))
    for (const name of ['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'jwks_uri']) {
      assert.ok(metadata[name].startsWith(`${server.url}/id/`), name)
    }
    assert.ok(metadata.prompt_values_supported.includes('create'))
  })

  test('a new user signs up with a mailed code, and can use the API', async () => {
    const email = 'tara@new.test'
    const { tokens } = await signInAt(config, server.url, signUp(email, 'Tara Devi'), {
      parameters: { prompt: 'create' },
    })
    const claims = tokens.claims()
    assert.deepEqual([claims.email, claims.email_verified, claims.name], [email, true, 'Tara Devi'])
    assert.equal(tokens.token_type.toLowerCase(), 'bearer')

    const userinfo = await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
    assert.deepEqual([userinfo.sub, userinfo.email, userinfo.email_verified], [claims.sub, email, true])

    const user = await callOk(server.url, '/api/login', { token: tokens.access_token, body: { email } })
    assert.deepEqual([user.role, user.name, user.emailVerified], ['user', 'Tara Devi', true])
    const joined = await callOk(server.url, '/api/onboard-student', {
      token: tokens.access_token,
      body: { email, name: 'Tara Devi', referralCode: PADMA.code, location: 'India' },
    })
    assert.equal(joined.role, 'student')
  })

  test('a wrong code is rejected, and no account is created', async () => {
    const email = 'unsure@new.test'
    const attempt = signInAt(
      config,
      server.url,
      async (page, visitor) => {
        const codePage = await visitor.submit(page, { name: 'Unsure', email, password: NEW_PASSWORD })
        const correctCode = await mailedCode(server.url, email)
        const wrongCode = correctCode === '000000' ? '000001' : '000000'
        const errorPage = await visitor.submit(codePage, { code: wrongCode }, /verify/)
        assert.match(errorPage.html, /That's not the code/)
        assert.equal(errorPage.status, 422)
        return errorPage
      },
      { parameters: { prompt: 'create' } },
    )
    await assert.rejects(attempt)
  })

  test('signing up with the address of an account shows the same page and mails no code', async () => {
    const visitor = new Visitor()
    await assert.rejects(
      signInAt(
        config,
        server.url,
        async (page) => {
          const next = await visitor.submit(page, { name: 'X', email: MEERA.email, password: NEW_PASSWORD })
          assert.match(next.html, /Check your email/)
          return next
        },
        { visitor, parameters: { prompt: 'create' } },
      ),
    )
    const [mail] = await readMailbox(server.url)
    assert.deepEqual([mail.to, mail.subject], [MEERA.email, 'You already have a Tala account'])
  })

  test('a user with an account signs in; a signed-in browser is not asked again', async () => {
    const { tokens, visitor } = await signInAt(config, server.url, withPassword(MEERA.email, PASSWORD))
    assert.equal(tokens.claims().email, MEERA.email)
    const secondSignIn = await signInAt(config, server.url, (page) => page, {
      visitor,
      parameters: { prompt: 'none' },
    })
    assert.equal(secondSignIn.tokens.claims().sub, tokens.claims().sub)
    const signedOut = signInAt(config, server.url, (page) => page, { parameters: { prompt: 'none' } })
    await assert.rejects(signedOut, isOAuthError('login_required'))
  })

  test('a wrong password is rejected on the page', async () => {
    await assert.rejects(
      signInAt(config, server.url, async (page, visitor) => {
        const errorPage = await visitor.submit(page, { email: MEERA.email, password: 'not her password' })
        assert.match(errorPage.html, /role="alert"/)
        assert.ok(errorPage.status >= 400)
        return errorPage
      }),
    )
  })

  test('without PKCE, or with the plain method, no code is issued', async () => {
    for (const parameters of [
      { code_challenge: '', code_challenge_method: '' },
      { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' },
    ]) {
      const attempt = signInAt(config, server.url, (page) => page, { parameters })
      await assert.rejects(attempt, isOAuthError('invalid_request'))
    }
  })

  test('a code works once, and only with its verifier; using it again revokes its tokens', async () => {
    const { tokens, callback, verifier } = await signInAt(
      config,
      server.url,
      withPassword(MEERA.email, PASSWORD),
    )
    const state = new URL(callback).searchParams.get('state')
    const replay = oidc.authorizationCodeGrant(config, new URL(callback), {
      pkceCodeVerifier: verifier,
      expectedState: state,
    })
    await assert.rejects(replay, isOAuthError('invalid_grant'))
    await assert.rejects(oidc.refreshTokenGrant(config, tokens.refresh_token), isOAuthError('invalid_grant'))
  })

  test('refresh tokens rotate; using an old one again ends the whole sign-in', async () => {
    const { tokens: first } = await signInAt(config, server.url, withPassword(MEERA.email, PASSWORD))
    await advanceClock(server.url, 11)
    const old = await call(server.url, '/api/login', { token: first.access_token, body: {} })
    assert.deepEqual([old.status, old.body.code], [401, 'sign_in_required'])

    const second = await oidc.refreshTokenGrant(config, first.refresh_token)
    assert.notEqual(second.refresh_token, first.refresh_token)
    assert.equal((await call(server.url, '/api/login', { token: second.access_token, body: {} })).status, 200)

    await advanceClock(server.url, 2)
    await assert.rejects(oidc.refreshTokenGrant(config, first.refresh_token), isOAuthError('invalid_grant'))
    await assert.rejects(oidc.refreshTokenGrant(config, second.refresh_token), isOAuthError('invalid_grant'))
  })

  test('a refresh token whose response was lost works again for a short time, an unused sibling never', async () => {
    const { tokens: first } = await signInAt(config, server.url, withPassword(MEERA.email, PASSWORD))
    const lost = await oidc.refreshTokenGrant(config, first.refresh_token)
    const used = await oidc.refreshTokenGrant(config, first.refresh_token)
    assert.notEqual(used.refresh_token, lost.refresh_token)
    const next = await oidc.refreshTokenGrant(config, used.refresh_token)
    assert.equal((await call(server.url, '/api/login', { token: next.access_token, body: {} })).status, 200)

    await assert.rejects(oidc.refreshTokenGrant(config, lost.refresh_token), isOAuthError('invalid_grant'))
    await assert.rejects(oidc.refreshTokenGrant(config, next.refresh_token), isOAuthError('invalid_grant'))
  })

  test('a revoked refresh token no longer works', async () => {
    const { tokens } = await signInAt(config, server.url, withPassword(MEERA.email, PASSWORD))
    await oidc.tokenRevocation(config, tokens.refresh_token)
    await assert.rejects(oidc.refreshTokenGrant(config, tokens.refresh_token), isOAuthError('invalid_grant'))
  })

  test('the client’s sign-out ends the browser’s session and returns to the site', async () => {
    const { tokens, visitor } = await signInAt(config, server.url, withPassword(MEERA.email, PASSWORD))
    const url = oidc.buildEndSessionUrl(config, {
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: `${server.url}/`,
      state: 'bye',
    })
    const page = await visitor.get(url.href)
    assert.equal(page.url, `${server.url}/?state=bye`)
    const after = signInAt(config, server.url, (next) => next, { visitor, parameters: { prompt: 'none' } })
    await assert.rejects(after, isOAuthError('login_required'))
    await assert.rejects(oidc.refreshTokenGrant(config, tokens.refresh_token), isOAuthError('invalid_grant'))
  })

  test('an unregistered redirect URI is rejected', async () => {
    const page = await new Visitor().get(
      oidc.buildAuthorizationUrl(config, {
        redirect_uri: 'https://evil.example/callback',
        scope: SCOPE,
        client_id: CLIENT_ID,
        code_challenge: 'x'.repeat(43),
        code_challenge_method: 'S256',
      }).href,
    )
    assert.equal(page.status, 400)
    assert.ok(page.url.startsWith(`${server.url}/id/`))
    const logout = await new Visitor().get(
      `${server.url}/id/logout?client_id=${CLIENT_ID}&post_logout_redirect_uri=https%3A%2F%2Fevil.example%2F`,
    )
    assert.equal(logout.status, 400)
  })
})
