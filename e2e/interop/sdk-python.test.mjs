/** Razorpay's own Python library, unmodified, with `tala sandbox`, in a virtual environment of this run. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { startSandbox, WEBHOOK_SECRET } from '../support/razorpay-sandbox.mjs'
import { removeFolder, temporaryFolder } from '../support/tala.ts'

const LIBRARY = 'razorpay==2.0.1'
const INSTALL_TIMEOUT_MS = 180_000
const exec = promisify(execFile)

const folder = temporaryFolder()
let sandbox
before(async () => {
  sandbox = await startSandbox()
})
after(async () => {
  await sandbox.stop()
  removeFolder(folder)
})

async function createEnvironment() {
  await exec('python3', ['-m', 'venv', folder]).catch((error) => {
    const reason = error.stdout || error.message
    throw new Error(`Python cannot make an environment; on Debian, "apt-get install python3-venv": ${reason}`)
  })
  const python = join(folder, 'bin/python')
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', LIBRARY]
  await exec(python, install, { timeout: INSTALL_TIMEOUT_MS })
  return python
}

/** An event name with a slash, which the sandbox escapes and other serializers do not. */
async function emitEvent() {
  const { payment_id: id } = await sandbox.operate({ do: 'pay', amount_minor: 49_900 })
  await sandbox.operate({ do: 'emit', name: 'payment/anything', payment_id: id })
  return sandbox.shop.event('payment/anything', id)
}

test('the Python library and the sandbox', async () => {
  const python = await createEnvironment()
  const script = join(import.meta.dirname, 'sdk-python.py')
  const { url, keyId, keySecret } = sandbox
  const event = await emitEvent()
  const env = {
    ...process.env,
    NO_PROXY: '127.0.0.1',
    SANDBOX_URL: url,
    SANDBOX_KEY_ID: keyId,
    SANDBOX_KEY_SECRET: keySecret,
    EVENT_BODY: event.body,
    EVENT_SIGNATURE: event.headers['x-razorpay-signature'],
    EVENT_SECRET: WEBHOOK_SECRET,
  }
  const { stdout } = await exec(python, ['-W', 'error::SyntaxWarning', script], { env }).catch((error) => {
    throw new Error(error.stderr || error.message)
  })
  assert.match(stdout, /^9 passed$/m)
})
