/** Sign-in with a hosted OpenID provider (npm `oidc-provider`), by configuration only. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as oidc from 'openid-client'
import { advanceClock, book, call, callOk, freeSlots } from '../support/api.ts'
import { startHostedProvider } from '../support/hosted-provider.mjs'
import { MEERA, PADMA } from '../support/people.ts'
import { discover, signInAt } from '../support/relying-party.mjs'
import { freePort, removeFolder, startTala, temporaryFolder } from '../support/tala.ts'

const PEOPLE = {
  'hosted|meera': { email: MEERA.email, email_verified: true, name: MEERA.name },
  'hosted|nila': { email: 'nila@hosted.test', email_verified: true, name: 'Nila Bose' },
  'hosted|thief': { email: 'nila@hosted.test', email_verified: false, name: 'Nila Bose' },
  'hosted|thief-of-meera': { email: MEERA.email, email_verified: false, name: MEERA.name },
  'hosted|wordy': { email: 'wordy@hosted.test', email_verified: 'true', name: 'Wordy Provider' },
  'hosted|silent': { email: 'silent@hosted.test', name: 'Silent Provider' },
}

/** A database seeded by the demo, to be served with the hosted provider. */
async function seedFolder(name) {
  const folder = temporaryFolder()
  const seeding = await startTala({ name: `${name}-seed`, dataFolder: folder })
  await seeding.stop()
  return folder
}

async function hostedSchool(name, { command = 'serve', provider: options = {}, settings = {} } = {}) {
  const port = await freePort()
  const appUrl = `http://localhost:${port}`
  const dataFolder = await seedFolder(name)
  const provider = await startHostedProvider({ appUrl, people: PEOPLE, ...options })
  const startServer = () =>
    startTala({
      name,
      command,
      port,
      dataFolder,
      settings: { 'oidc.issuer': provider.issuer, 'oidc.link_by_verified_email': 'true', ...settings },
    })
  let server = await startServer()
  return {
    provider,
    url: server.url,
    async restart() {
      await server.stop()
      server = await startServer()
    },
    /** The tokens of a subject, from a complete sign-in. */
    async signIn(subject) {
      const config = await discover(provider.issuer)
      const { tokens } = await signInAt(config, appUrl, (page, visitor) =>
        visitor.submit(page, { login: subject }),
      )
      return { config, ...tokens }
    },
    async close() {
      await server.stop()
      await provider.stop()
      removeFolder(dataFolder)
    },
  }
}

const loginAs = (url, token, body = {}) =>
  call(url, '/api/login', { token, body: { timeZone: 'Asia/Kolkata', ...body } })

describe('a hosted provider with JWT access tokens', () => {
  let school
  before(async () => {
    school = await hostedSchool('hosted')
  })
  after(() => school.close())

  test('/api/config names the provider', async () => {
    const { oidc: config } = await callOk(school.url, '/api/config')
    assert.equal(config.authority, school.provider.issuer)
    assert.equal(config.clientId, 'tala-web')
    assert.equal((await call(school.url, '/id/.well-known/openid-configuration')).status, 404)
  })

  test('a new user signs in, joins with an invite code, and sees the teacher’s slots', async () => {
    const { access_token: token } = await school.signIn('hosted|nila')
    const first = await loginAs(school.url, token, { email: 'nila@hosted.test' })
    assert.equal(first.status, 200, JSON.stringify(first.body))
    assert.deepEqual(
      {
        role: first.body.role,
        name: first.body.name,
        email: first.body.email,
        verified: first.body.emailVerified,
      },
      { role: 'user', name: 'Nila Bose', email: 'nila@hosted.test', verified: true },
    )
    const joined = await callOk(school.url, '/api/onboard-student', {
      token,
      body: {
        email: 'nila@hosted.test',
        name: 'Nila Bose',
        referralCode: ` ${PADMA.code.toLowerCase()} `,
        location: 'India',
        timeZone: 'Asia/Kolkata',
      },
    })
    assert.equal(joined.role, 'student')
    const slots = await freeSlots(school.url, token)
    assert.ok(slots.length > 20)
    const me = { id: first.body._id, token, email: 'nila@hosted.test', name: 'Nila Bose' }
    const rejected = await book(school.url, me, slots[0])
    assert.deepEqual([rejected.status, rejected.body.code], [409, 'insufficient_credits'])
  })

  test('a user of another provider is identified by the verified email address', async () => {
    const { access_token: token } = await school.signIn('hosted|meera')
    const { body } = await loginAs(school.url, token, { email: MEERA.email })
    assert.equal(body.role, 'student')
    const profile = await callOk(school.url, `/api/student-profile?email=${MEERA.email}`, { token })
    assert.ok(profile.classCredits > 0)
    const slots = await freeSlots(school.url, token)
    const slot = slots.find((candidate) => candidate.isVirtualSlot)
    const booked = await book(school.url, { id: body._id, token, email: MEERA.email, name: MEERA.name }, slot)
    assert.equal(booked.status, 200, JSON.stringify(booked.body))
  })

  test('a second subject with the same, unverified address gets no access to the first user’s data', async () => {
    const owner = await school.signIn('hosted|nila')
    const ownersId = (await loginAs(school.url, owner.access_token)).body._id
    for (const [subject, email] of [
      ['hosted|thief', 'nila@hosted.test'],
      ['hosted|thief-of-meera', MEERA.email],
    ]) {
      const { access_token: token } = await school.signIn(subject)
      const reply = await loginAs(school.url, token, { email })
      assert.equal(reply.status, 200)
      assert.deepEqual([reply.body.role, reply.body.email, reply.body.emailVerified], ['user', null, false])
      assert.notEqual(reply.body._id, ownersId)
      const replies = await Promise.all([
        call(school.url, `/api/student-profile?email=${email}`, { token }),
        call(school.url, `/api/user?email=${email}`, { token }),
        call(school.url, `/api/user/direct?email=${email}`, { token }),
        call(school.url, `/api/user?id=${ownersId}`, { token }),
        call(school.url, `/api/bookings?studentId=${ownersId}`, { token }),
        call(school.url, `/api/credit-history?studentId=${ownersId}`, { token }),
        call(school.url, '/api/slots', { token }),
        call(school.url, '/api/user-status', { token, body: { email } }),
        call(school.url, '/api/onboard-student', {
          token,
          body: { email, name: 'Nila Bose', referralCode: PADMA.code, location: 'India' },
        }),
      ])
      assert.deepEqual(
        replies
          .filter(({ status }) => status !== 403 && status !== 404)
          .map(({ status, body }) => ({ status, body })),
        [],
      )
      assert.ok(!JSON.stringify(replies).includes('classCredits'))
      assert.equal(replies.at(-1).body.code, 'email_not_verified')
    }
  })

  test('email_verified may be a string; without it the address is unverified', async () => {
    const stringClaim = await school.signIn('hosted|wordy')
    assert.equal((await loginAs(school.url, stringClaim.access_token)).body.emailVerified, true)
    const noClaim = await school.signIn('hosted|silent')
    assert.equal((await loginAs(school.url, noClaim.access_token)).body.emailVerified, false)
  })

  test('a different email address in the request is rejected', async () => {
    const { access_token: token } = await school.signIn('hosted|nila')
    const { status, body } = await loginAs(school.url, token, { email: MEERA.email })
    assert.deepEqual([status, body.code], [403, 'forbidden_subject'])
  })

  test('ID tokens and forged tokens are rejected', async () => {
    const { id_token: idToken, access_token: token } = await school.signIn('hosted|nila')
    const [head, payload, signature] = token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const forged = Buffer.from(
      JSON.stringify({ ...claims, sub: 'hosted|meera', email: MEERA.email }),
    ).toString('base64url')
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url')
    for (const wrong of [
      idToken,
      `${head}.${forged}.${signature}`,
      `${none}.${forged}.`,
      'opaque-token',
      '',
    ]) {
      const { status, body } = await loginAs(school.url, wrong)
      assert.equal(status, 401, `${wrong.slice(0, 40)} was taken`)
      assert.equal(body.success, false)
    }
  })

  test('refresh tokens rotate, and each new access token works', async () => {
    const first = await school.signIn('hosted|nila')
    const second = await oidc.refreshTokenGrant(first.config, first.refresh_token)
    assert.notEqual(second.refresh_token, first.refresh_token)
    assert.equal((await loginAs(school.url, second.access_token)).body.name, 'Nila Bose')
  })
})

describe('the provider’s keys', () => {
  let school
  before(async () => {
    school = await hostedSchool('hosted-keys', { command: 'demo' })
  })
  after(() => school.close())

  test('a new signing key is accepted, and a withdrawn one is rejected', async () => {
    const old = await school.signIn('hosted|nila')
    assert.equal((await loginAs(school.url, old.access_token)).status, 200)
    await school.provider.rotateKeys()
    await advanceClock(school.url, 1)
    const fresh = await school.signIn('hosted|nila')
    assert.equal((await loginAs(school.url, fresh.access_token)).status, 200)
    assert.equal((await loginAs(school.url, old.access_token)).status, 200)

    await school.provider.rotateKeys({ withdrawOld: true })
    await advanceClock(school.url, 11)
    assert.equal((await loginAs(school.url, old.access_token)).status, 401)
    const newest = await school.signIn('hosted|nila')
    assert.equal((await loginAs(school.url, newest.access_token)).status, 200)
  })

  test('if the provider is down, known keys work, and a new server responds with 503', async () => {
    const { access_token: token } = await school.signIn('hosted|nila')
    assert.equal((await loginAs(school.url, token)).status, 200)
    await school.provider.stop()
    await advanceClock(school.url, 20)
    assert.equal((await loginAs(school.url, token)).status, 200)

    await school.restart()
    const { status, body } = await loginAs(school.url, token)
    assert.deepEqual([status, body.code], [503, 'sign_in_unavailable'])
    assert.equal((await call(school.url, '/readyz')).status, 200)

    await school.provider.startAgain()
    await advanceClock(school.url, 1)
    assert.equal((await loginAs(school.url, token)).status, 200)
  })
})

describe('a hosted provider with opaque access tokens', () => {
  test('are verified with the userinfo endpoint if that is configured', async () => {
    const school = await hostedSchool('hosted-opaque', {
      provider: { opaque: true },
      settings: { 'oidc.userinfo_fallback': 'true' },
    })
    try {
      const { access_token: token } = await school.signIn('hosted|nila')
      assert.ok(!token.includes('.'))
      const { status, body } = await loginAs(school.url, token, { email: 'nila@hosted.test' })
      assert.deepEqual([status, body.name, body.emailVerified], [200, 'Nila Bose', true])
      const thief = await school.signIn('hosted|thief')
      const met = await loginAs(school.url, thief.access_token)
      assert.deepEqual([met.body.emailVerified, met.body._id === body._id], [false, false])
      assert.equal((await loginAs(school.url, `${token}x`)).status, 401)
    } finally {
      await school.close()
    }
  })

  test('are rejected if it is not', async () => {
    const school = await hostedSchool('hosted-opaque-off', { provider: { opaque: true } })
    try {
      const { access_token: token } = await school.signIn('hosted|nila')
      assert.equal((await loginAs(school.url, token)).status, 401)
    } finally {
      await school.close()
    }
  })
})

describe('a hosted provider whose access tokens contain no email address', () => {
  test('users can sign in, but joining requires a verified address', async () => {
    const school = await hostedSchool('hosted-bare', { provider: { emailInToken: false } })
    try {
      const { access_token: token } = await school.signIn('hosted|nila')
      const { status, body } = await loginAs(school.url, token)
      assert.deepEqual([status, body.emailVerified], [200, false])
      const joined = await call(school.url, '/api/onboard-student', {
        token,
        body: { email: 'nila@hosted.test', name: 'Nila', referralCode: PADMA.code, location: 'India' },
      })
      assert.deepEqual([joined.status, joined.body.code], [403, 'email_not_verified'])
    } finally {
      await school.close()
    }
  })
})
