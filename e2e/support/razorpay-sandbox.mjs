/** Starts `tala sandbox` on a port and a state file of its own, with a shop that hears of what happens. */
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import { freePort, freshFolder, removeFolder } from './tala.ts'

const BINARY = resolve(process.env.TALA_BIN ?? join(import.meta.dirname, '../../target/debug/tala'))
const START_WITHIN_MS = 30_000
export const WEBHOOK_SECRET = 'whsec_interop'

const running = new Set()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Its news go to a shop of the test, or to another address. */
export async function startSandbox({ webhookUrl } = {}) {
  const [keyId, keySecret] = ['rzp_test_Interop', 'interop_secret']
  const folder = freshFolder()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const shop = await startShop()
  const options = {
    listen: `127.0.0.1:${port}`,
    'base-url': url,
    file: join(folder, 'sandbox.state'),
    'key-id': keyId,
    'key-secret': keySecret,
    'webhook-url': webhookUrl ?? shop.url,
    'webhook-secret': WEBHOOK_SECRET,
  }
  const start = () => run(Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]))
  let ended = await start()
  return {
    ...caller(url),
    url,
    keyId,
    keySecret,
    shop,
    /** Ends it as a power cut would, and starts it again on what is left. */
    async cutPower() {
      await ended('SIGKILL')
      ended = await start()
    },
    async stop() {
      await ended('SIGKILL')
      await shop.stop()
      removeFolder(folder)
    },
  }
}

/** What only the operator can do, such as paying. */
function caller(url) {
  return {
    async act(what) {
      const reply = await fetch(`${url}/operator/api/act`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(what),
      })
      if (!reply.ok) throw new Error(await reply.text())
      return reply.json()
    },
  }
}

async function run(options) {
  const child = spawn(BINARY, ['sandbox', ...options], { stdio: ['ignore', 'pipe', 'inherit'] })
  running.add(child)
  const gone = new Promise((done) => child.once('exit', (code, signal) => done(signal ?? `code ${code}`)))
  gone.then(() => running.delete(child))
  const ready = new Promise((done) => child.stdout.once('data', done))
  let timer
  const late = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error('tala sandbox does not start')), START_WITHIN_MS)
  })
  const failed = gone.then((how) => Promise.reject(new Error(`tala sandbox ended at its start with ${how}`)))
  await Promise.race([ready, failed, late]).finally(() => clearTimeout(timer))
  failed.catch(() => undefined)
  return async (signal) => {
    child.kill(signal)
    await gone
  }
}

/** A shop's webhook: keeps what arrives, byte for byte. */
async function startShop() {
  const events = []
  let waiting = []
  const server = createServer(async (request, response) => {
    const parts = []
    for await (const bytes of request) parts.push(bytes)
    response.end('{}')
    events.push({ headers: request.headers, body: Buffer.concat(parts).toString('utf8') })
    waiting = waiting.filter((waiter) => !waiter())
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${server.address().port}/webhook`,
    /** Resolves with the event of that name about that payment; fails when it does not come in time. */
    async event(name, paymentId) {
      const isIt = ({ body }) => {
        const event = JSON.parse(body)
        return event.event === name && event.payload.payment.entity.id === paymentId
      }
      await new Promise((done, fail) => {
        const timer = setTimeout(() => fail(new Error(`no ${name} of ${paymentId} arrived`)), 20_000)
        const look = () => {
          if (!events.some(isIt)) return false
          clearTimeout(timer)
          done()
          return true
        }
        if (!look()) waiting.push(look)
      })
      return events.find(isIt)
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
