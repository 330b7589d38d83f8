/** Starts `tala sandbox` on its own port and state file, with a shop that receives its webhooks. */
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import { freePort, removeFolder, temporaryFolder } from './tala.ts'

const BINARY = resolve(process.env.TALA_BIN ?? join(import.meta.dirname, '../../target/debug/tala'))
const START_TIMEOUT_MS = 30_000
export const WEBHOOK_SECRET = 'whsec_interop'

const running = new Set()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Sends webhooks to the test's shop, or to another URL. */
export async function startSandbox({ webhookUrl } = {}) {
  const [keyId, keySecret] = ['rzp_test_Interop', 'interop_secret']
  const folder = temporaryFolder()
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
  let stopProcess = await start()
  return {
    ...operatorClient(url),
    url,
    keyId,
    keySecret,
    shop,
    /** Kills the process as in a power cut, and restarts it with its remaining data. */
    async cutPower() {
      await stopProcess('SIGKILL')
      stopProcess = await start()
    },
    async stop() {
      await stopProcess('SIGKILL')
      await shop.stop()
      removeFolder(folder)
    },
  }
}

/** Commands of the operator, such as paying. */
function operatorClient(url) {
  return {
    async operate(command) {
      const reply = await fetch(`${url}/operator/api/act`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(command),
      })
      if (!reply.ok) throw new Error(await reply.text())
      return reply.json()
    },
  }
}

async function run(options) {
  const child = spawn(BINARY, ['sandbox', ...options], { stdio: ['ignore', 'pipe', 'inherit'] })
  running.add(child)
  const exited = new Promise((resolve) =>
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`)),
  )
  exited.then(() => running.delete(child))
  const ready = new Promise((resolve) => child.stdout.once('data', resolve))
  let timer
  const timeout = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('tala sandbox does not start')), START_TIMEOUT_MS)
  })
  const failed = exited.then((exit) =>
    Promise.reject(new Error(`tala sandbox ended at its start with ${exit}`)),
  )
  await Promise.race([ready, failed, timeout]).finally(() => clearTimeout(timer))
  failed.catch(() => undefined)
  return async (signal) => {
    child.kill(signal)
    await exited
  }
}

/** A shop's webhook endpoint, which stores events byte for byte. */
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
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}/webhook`,
    /** Resolves with the event of that name about that payment; rejects after a timeout. */
    async event(name, paymentId) {
      const matches = ({ body }) => {
        const event = JSON.parse(body)
        return event.event === name && event.payload.payment.entity.id === paymentId
      }
      await new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`no ${name} of ${paymentId} arrived`)), 20_000)
        const check = () => {
          if (!events.some(matches)) return false
          clearTimeout(timer)
          resolve()
          return true
        }
        if (!check()) waiting.push(check)
      })
      return events.find(matches)
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
