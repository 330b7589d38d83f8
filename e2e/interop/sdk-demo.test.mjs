/** The sandbox inside `tala demo`: on the demo's own address, with its news going to the demo, and with a memory. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import Razorpay from 'razorpay'
import { freePort, freshFolder, removeFolder, startTala } from '../support/tala.ts'

const TAKEN_WITHIN_MS = 20_000
const dataFolder = freshFolder()
let tala
after(async () => {
  await tala?.stop()
  removeFolder(dataFolder)
})

const start = async (port) => {
  tala = await startTala({ name: 'sdk-demo', dataFolder, port })
}
const at = (path) => `${tala.url}/razorpay-sandbox${path}`
const state = async () => (await fetch(at('/operator/api/state'))).json()

async function act(what) {
  const reply = await fetch(at('/operator/api/act'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(what),
  })
  assert.equal(reply.status, 200)
  return reply.json()
}

/** The event of that name, once the demo has taken it. */
async function taken(name) {
  const late = AbortSignal.timeout(TAKEN_WITHIN_MS)
  while (!late.aborted) {
    const { events } = await state()
    const event = events.find((one) => one.name === name)
    if (event?.state === 'delivered') return event
    if (event?.last_answer) assert.fail(`the demo answered ${event.last_answer}`)
  }
  return assert.fail(`no ${name} was taken`)
}

test('the demo’s sandbox has its pages, its API and its memory under the demo’s address', async () => {
  const port = await freePort()
  await start(port)
  const page = await fetch(at('/operator'))
  assert.equal(page.status, 200)
  assert.match(page.headers.get('content-security-policy'), /frame-ancestors 'none'/)
  for (const [, path] of (await page.text()).matchAll(/(?:src|href)="(assets\/[^"]+)"/g)) {
    assert.equal((await fetch(at(`/${path}`))).status, 200, path)
  }
  const script = await (await fetch(at('/checkout.js'))).text()
  assert.ok(script.includes(`"${at('')}"`), 'the script knows where it lives')

  const { key_id } = await state()
  const stranger = new Razorpay({ key_id, key_secret: 'a guess' })
  stranger.api.rq.defaults.baseURL = at('')
  await assert.rejects(stranger.orders.all(), (error) => error.statusCode === 401)

  const paid = await act({ do: 'pay_unknown_order', amount_minor: 50_000, currency: 'INR' })
  const event = await taken('order.paid')

  await tala.stop()
  await start(port)
  const again = await state()
  assert.equal(again.payments.find(({ id }) => id === paid.payment_id)?.status, 'captured')
  assert.deepEqual(
    again.events.find(({ id }) => id === event.id),
    event,
  )
  const sheet = await fetch(at(`/pay/${paid.order_id}?key=${key_id}`))
  assert.match(await sheet.text(), /already been paid/)
})
