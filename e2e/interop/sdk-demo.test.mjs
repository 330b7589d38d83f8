/** The sandbox within `tala demo`: under the demo's URL, with webhooks to the demo, and with stored data. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import Razorpay from 'razorpay'
import { freePort, removeFolder, startTala, temporaryFolder } from '../support/tala.ts'

const DELIVERY_TIMEOUT_MS = 20_000
const dataFolder = temporaryFolder()
let tala
after(async () => {
  await tala?.stop()
  removeFolder(dataFolder)
})

const start = async (port) => {
  tala = await startTala({ name: 'sdk-demo', dataFolder, port })
}
const sandboxUrl = (path) => `${tala.url}/razorpay-sandbox${path}`
const state = async () => (await fetch(sandboxUrl('/operator/api/state'))).json()

async function operate(command) {
  const reply = await fetch(sandboxUrl('/operator/api/act'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(command),
  })
  assert.equal(reply.status, 200)
  return reply.json()
}

/** The event of that name, after the demo has accepted it. */
async function deliveredEvent(name) {
  const timeout = AbortSignal.timeout(DELIVERY_TIMEOUT_MS)
  while (!timeout.aborted) {
    const { events } = await state()
    const event = events.find((candidate) => candidate.name === name)
    if (event?.state === 'delivered') return event
    if (event?.last_answer) assert.fail(`the demo responded ${event.last_answer}`)
  }
  return assert.fail(`no ${name} was delivered`)
}

test('the demo’s sandbox has its pages, its API and its data under the demo’s URL', async () => {
  const port = await freePort()
  await start(port)
  const page = await fetch(sandboxUrl('/operator'))
  assert.equal(page.status, 200)
  assert.match(page.headers.get('content-security-policy'), /frame-ancestors 'none'/)
  for (const [, path] of (await page.text()).matchAll(/(?:src|href)="(assets\/[^"]+)"/g)) {
    assert.equal((await fetch(sandboxUrl(`/${path}`))).status, 200, path)
  }
  const script = await (await fetch(sandboxUrl('/checkout.js'))).text()
  assert.ok(script.includes(`"${sandboxUrl('')}"`), 'the script knows where it lives')

  const { key_id } = await state()
  const wrongClient = new Razorpay({ key_id, key_secret: 'a guess' })
  wrongClient.api.rq.defaults.baseURL = sandboxUrl('')
  await assert.rejects(wrongClient.orders.all(), (error) => error.statusCode === 401)

  const paid = await operate({ do: 'pay_unknown_order', amount_minor: 50_000, currency: 'INR' })
  const event = await deliveredEvent('order.paid')

  await tala.stop()
  await start(port)
  const again = await state()
  assert.equal(again.payments.find(({ id }) => id === paid.payment_id)?.status, 'captured')
  assert.deepEqual(
    again.events.find(({ id }) => id === event.id),
    event,
  )
  const sheet = await fetch(sandboxUrl(`/pay/${paid.order_id}?key=${key_id}`))
  assert.match(await sheet.text(), /already been paid/)
})
