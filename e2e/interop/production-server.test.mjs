/**
 * What a production server does not expose: demo endpoints, internal data, files, other methods;
 * and its headers over HTTPS.
 */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { freePort, removeFolder, startTala, temporaryFolder } from '../support/tala.ts'

let server
let folder
let port

before(async () => {
  port = await freePort()
  folder = temporaryFolder()
  server = await startTala({
    name: 'closed',
    command: 'serve',
    port,
    dataFolder: folder,
    settings: {
      'server.public_url': `https://localhost:${port}`,
      'server.metrics_token': 'a token for prometheus',
    },
  })
})

after(async () => {
  await server?.stop()
  removeFolder(folder)
})

/** Sends a raw request; returns status and headers. */
function sendRaw(path, { method = 'GET', headers = {} } = {}) {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path, method, headers }, (reply) => {
      let body = ''
      reply.on('data', (bytes) => {
        body += bytes
      })
      reply.on('end', () => resolve({ status: reply.statusCode, headers: reply.headers, body }))
    })
    outgoing.on('error', reject).end()
  })
}

describe('a production server', () => {
  test('has no demo endpoints', async () => {
    for (const path of [
      '/dev/clock',
      '/dev/mailbox',
      '/dev/mailbox.json',
      '/dev/mailbox/failing',
      '/razorpay/v1/orders',
    ]) {
      assert.equal((await sendRaw(path)).status, 404, path)
    }
  })

  test('serves no files except those of the client', async () => {
    for (const path of [
      '/.git/config',
      '/tala.db',
      '/../tala.db',
      '/assets/',
      '/assets/../../tala.db',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/assets/..%2f..%2fetc/passwd',
      '/index.html.br',
    ]) {
      const { status, body } = await sendRaw(path)
      assert.ok(status === 404 || status === 400, `${path}: ${status}`)
      assert.ok(!body.includes('root:') && !body.includes('SQLite'), path)
    }
  })

  test('rejects TRACE', async () => {
    for (const path of ['/', '/api/config', '/id/sign-in']) {
      assert.equal((await sendRaw(path, { method: 'TRACE', headers: { cookie: 'a=b' } })).status, 405, path)
    }
  })

  test('serves metrics only to localhost and with the token', async () => {
    const forwarded = { 'x-forwarded-for': '203.0.113.9' }
    assert.equal((await sendRaw('/metrics')).status, 200)
    assert.equal((await sendRaw('/metrics', { headers: forwarded })).status, 404)
    const wrong = { ...forwarded, authorization: 'Bearer a token for prometheuS' }
    assert.equal((await sendRaw('/metrics', { headers: wrong })).status, 404)
    const right = { ...forwarded, authorization: 'Bearer a token for prometheus' }
    assert.equal((await sendRaw('/metrics', { headers: right })).status, 200)
  })

  test('sends the security headers with every response, and HSTS for two years', async () => {
    const paths = [
      '/',
      '/booking',
      '/nothing',
      '/api/config',
      '/api/nothing',
      '/api/docs',
      '/api/openapi.json',
      '/healthz',
    ]
    for (const path of [
      ...paths,
      '/metrics',
      '/id/sign-in',
      '/id/jwks',
      '/id/token',
      '/hi/nothing',
      '/favicon.svg',
    ]) {
      const { headers } = await sendRaw(path)
      assert.equal(headers['strict-transport-security'], 'max-age=63072000; includeSubDomains', path)
      assert.equal(headers['x-content-type-options'], 'nosniff', path)
      const policy = headers['content-security-policy']
      for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"]) {
        assert.ok(policy.includes(rule), `${path}: ${rule}`)
      }
      assert.match(headers['referrer-policy'], /^(strict-origin-when-cross-origin|same-origin|no-referrer)$/)
      assert.equal(headers['x-powered-by'] ?? headers.server, undefined, path)
    }
  })
})
