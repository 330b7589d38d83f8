/** Razorpay's own Node library, unmodified, with `tala sandbox`. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import Razorpay from 'razorpay'
import { validatePaymentVerification } from 'razorpay/dist/utils/razorpay-utils.js'
import { startSandbox, WEBHOOK_SECRET } from '../support/razorpay-sandbox.mjs'

/** The library throws plain objects. */
const isRazorpayError = (status, description) => (error) => {
  assert.equal(error.statusCode, status, JSON.stringify(error))
  assert.equal(error.error.description, description)
  return true
}

describe('the Node library and the sandbox', () => {
  let sandbox
  let razorpay
  before(async () => {
    sandbox = await startSandbox()
    razorpay = client(sandbox.keySecret)
  })
  after(() => sandbox.stop())

  /** The library has no setting for the base URL. */
  function client(secret, headers = {}) {
    const razorpayClient = new Razorpay({ key_id: sandbox.keyId, key_secret: secret, headers })
    razorpayClient.api.rq.defaults.baseURL = sandbox.url
    return razorpayClient
  }

  const newOrder = (more = {}) => razorpay.orders.create({ amount: 49_900, currency: 'INR', ...more })

  test('orders are created, fetched, changed and listed', async () => {
    const order = await newOrder({ receipt: `r-${Date.now()}`, notes: { class: 'Bharatanatyam' } })
    assert.match(order.id, /^order_[A-Za-z0-9]{14}$/)
    assert.deepEqual(
      [order.entity, order.status, order.amount_due, order.attempts],
      ['order', 'created', 49_900, 0],
    )
    assert.deepEqual(await razorpay.orders.fetch(order.id), order)
    const edited = await razorpay.orders.edit(order.id, { notes: { class: 'Kathak' } })
    assert.deepEqual(edited.notes, { class: 'Kathak' })
    const { items } = await razorpay.orders.all({ receipt: order.receipt })
    assert.deepEqual(
      items.map(({ id }) => id),
      [order.id],
    )
    assert.deepEqual((await newOrder()).notes, [], 'no notes are a list')
  })

  test('the library receives Razorpay’s errors', async () => {
    const tooSmall = razorpay.orders.create({ amount: 99, currency: 'INR' })
    await assert.rejects(tooSmall, isRazorpayError(400, 'The amount must be at least INR 1.00'))
    await assert.rejects(
      razorpay.orders.fetch('order_29QQoUBi66xm2f'),
      isRazorpayError(400, 'The id provided does not exist'),
    )
    await assert.rejects(client('wrong').orders.all(), isRazorpayError(401, 'Authentication failed'))
    await sandbox.operate({ do: 'add_fault', kind: 'html', calls: 1, path: '/v1/orders' })
    await assert.rejects(razorpay.orders.all(), (error) => error.statusCode === 502)
  })

  test('the library verifies a payment’s signature', async () => {
    const order = await newOrder()
    const paid = await sandbox.operate({ do: 'pay', order_id: order.id, method: 'upi' })
    const ids = { order_id: order.id, payment_id: paid.payment_id }
    assert.ok(validatePaymentVerification(ids, paid.signature, sandbox.keySecret))
    assert.ok(
      !validatePaymentVerification({ ...ids, order_id: 'order_other' }, paid.signature, sandbox.keySecret),
    )
    const payment = await razorpay.payments.fetch(paid.payment_id)
    assert.deepEqual([payment.status, payment.captured, payment.method], ['captured', true, 'upi'])
    const { items } = await razorpay.orders.fetchPayments(order.id)
    assert.deepEqual(items, [payment])
  })

  test('an authorised payment is captured', async () => {
    const order = await newOrder({ payment: { capture: 'manual' } })
    const held = await sandbox.operate({ do: 'pay', order_id: order.id, outcome: 'authorized' })
    const captured = await razorpay.payments.capture(held.payment_id, 49_900, 'INR')
    assert.equal(captured.status, 'captured')
    assert.equal((await razorpay.orders.fetch(order.id)).status, 'paid')
    await assert.rejects(
      razorpay.payments.capture(held.payment_id, 49_900, 'INR'),
      isRazorpayError(400, 'This payment has already been captured'),
    )
  })

  test('payments are refunded in parts', async () => {
    const order = await newOrder()
    const { payment_id: id } = await sandbox.operate({ do: 'pay', order_id: order.id })
    const refund = await razorpay.payments.refund(id, { amount: 10_000, notes: { why: 'cancelled' } })
    assert.deepEqual([refund.entity, refund.status, refund.payment_id], ['refund', 'processed', id])
    assert.deepEqual(await razorpay.refunds.fetch(refund.id), refund)
    assert.deepEqual(await razorpay.payments.fetchRefund(id, refund.id), refund)
    const { items } = await razorpay.payments.fetchMultipleRefund(id)
    assert.deepEqual(items, [refund])
    const payment = await razorpay.payments.fetch(id)
    assert.deepEqual([payment.status, payment.refund_status], ['captured', 'partial'])
    await assert.rejects(
      razorpay.payments.refund(id, { amount: 49_900 }),
      isRazorpayError(400, 'The refund amount provided is greater than amount captured'),
    )
  })

  test('payments and refunds are listed and their notes changed', async () => {
    const order = await newOrder()
    const { payment_id: id } = await sandbox.operate({ do: 'pay', order_id: order.id })
    assert.deepEqual((await razorpay.payments.edit(id, { notes: { a: 'b' } })).notes, { a: 'b' })
    assert.equal((await razorpay.payments.all({ count: 1 })).items[0].id, id)
    const refund = await razorpay.payments.refund(id, { amount: 100, speed: 'optimum' })
    assert.deepEqual([refund.speed_requested, refund.speed_processed], ['optimum', 'instant'])
    assert.deepEqual((await razorpay.refunds.edit(refund.id, { notes: { c: 'd' } })).notes, { c: 'd' })
    assert.equal((await razorpay.refunds.all({ count: 1 })).items[0].id, refund.id)
  })

  test('a refund with an idempotency key is made once; the library cannot send it, so the test does', async () => {
    const order = await newOrder()
    const { payment_id: id } = await sandbox.operate({ do: 'pay', order_id: order.id })
    const headers = { 'X-Refund-Idempotency': `node-${id}` }
    const byLibrary = () => client(sandbox.keySecret, headers).payments.refund(id, { amount: 100 })
    assert.notEqual((await byLibrary()).id, (await byLibrary()).id)

    const authorization = `Basic ${btoa(`${sandbox.keyId}:${sandbox.keySecret}`)}`
    const refund = async (amount) => {
      const reply = await fetch(`${sandbox.url}/v1/payments/${id}/refund`, {
        method: 'POST',
        headers: { ...headers, authorization },
        body: JSON.stringify({ amount }),
      })
      return { status: reply.status, body: await reply.json() }
    }
    const first = await refund(200)
    assert.equal(first.status, 200)
    assert.deepEqual(await refund(200), first)
    const { status, body } = await refund(300)
    assert.deepEqual([status, body.error.code], [400, 'BAD_REQUEST_ERROR'])
    assert.equal((await razorpay.payments.fetch(id)).amount_refunded, 400)
  })

  test('the library verifies a webhook’s signature over the received bytes', async () => {
    const order = await newOrder({ notes: { link: 'https://tala.example/class' } })
    const { payment_id: id } = await sandbox.operate({ do: 'pay', order_id: order.id })
    const { headers, body } = await sandbox.shop.event('order.paid', id)
    const signature = headers['x-razorpay-signature']
    assert.ok(Razorpay.validateWebhookSignature(body, signature, WEBHOOK_SECRET))
    assert.ok(!Razorpay.validateWebhookSignature(JSON.stringify(JSON.parse(body)), signature, WEBHOOK_SECRET))
    assert.match(headers['x-razorpay-event-id'], /^[A-Za-z0-9]{14}$/)
  })

  test('acknowledged changes survive a power cut', async () => {
    const order = await newOrder()
    const { payment_id: id } = await sandbox.operate({ do: 'pay', order_id: order.id })
    await sandbox.cutPower()
    assert.equal((await razorpay.orders.fetch(order.id)).status, 'paid')
    assert.equal((await razorpay.payments.fetch(id)).status, 'captured')
  })
})
