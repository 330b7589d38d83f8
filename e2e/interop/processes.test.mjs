/**
 * Three `tala serve` processes on one PostgreSQL, with a payment provider. If many requests want
 * the same thing at the same time, on any process, one gets it, the others get the reason, and the
 * ledger check passes.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { book, call, callOk, countReplies, freeSlots, login, signInAdmin } from '../support/api.ts'
import { grantCredits } from '../support/credits.ts'
import { createStudents, openSchool, signInPadma } from '../support/load-clients.ts'
import { PASSWORD } from '../support/people.ts'
import { startSandbox, WEBHOOK_SECRET } from '../support/razorpay-sandbox.mjs'
import { checkLedger, freePort, runTala, startTala } from '../support/tala.ts'

const PROCESSES = 3
const STUDENTS = 36
const CONTENDERS = 12
const QUERY_TIMEOUT_MS = 30_000

describe('three processes on one PostgreSQL', { timeout: 120_000 }, () => {
  let school
  let sandbox
  let teacher
  let students
  let slots
  const servers = []

  before(async () => {
    school = await openSchool('postgres', 'processes')
    const ports = []
    while (ports.length < PROCESSES) ports.push(await freePort())
    sandbox = await startSandbox({ webhookUrl: `http://localhost:${ports[0]}/api/webhooks/razorpay` })
    const settings = {
      ...school.settings,
      'payments.key_id': sandbox.keyId,
      'payments.key_secret': sandbox.keySecret,
      'payments.webhook_secret': WEBHOOK_SECRET,
      'payments.api_url': sandbox.url,
      'payments.checkout_script_url': `${sandbox.url}/checkout.js`,
    }
    for (const [index, port] of ports.entries()) {
      const name = `processes-${index + 1}`
      servers.push(await startTala({ name, command: 'serve', port, dataFolder: school.dataFolder, settings }))
    }
    teacher = await signInPadma(urlOf(0), school.provider)
    students = await createStudents(urlOf(0), school, { size: STUDENTS, credits: 1, teacherId: teacher.id })
    slots = await freeSlots(urlOf(0), students[0].token)
  })

  after(async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await sandbox?.stop()
    await school?.close()
  })

  /** The server of the request with this index. */
  const urlOf = (index) => servers[index % PROCESSES].url

  /** Slots not yet used by a test, from the third day on, so that cancelling refunds everything. */
  let usedSlots = 0
  function takeSlots(count) {
    const later = slots.filter(
      (slot) => slot.isVirtualSlot && Date.parse(slot.dateTime) > Date.now() + 3 * 86_400_000,
    )
    usedSlots += count
    assert.ok(later.length >= usedSlots, 'there are hours enough')
    return later.slice(usedSlots - count, usedSlots)
  }

  async function queryNumber(sql) {
    const [first] = await school.database.column(sql)
    return Number(first)
  }

  /** Waits until a query returns this number. */
  async function waitUntil(sql, expected) {
    const end = Date.now() + QUERY_TIMEOUT_MS
    for (;;) {
      const value = await queryNumber(sql)
      if (value === expected) return
      assert.ok(Date.now() < end, `${value} instead of ${expected}: ${sql}`)
      await pause(5)
    }
  }

  test('if all students want one slot, one gets it', async () => {
    const [slot] = takeSlots(1)
    const replies = await Promise.all(students.map((student, index) => book(urlOf(index), student, slot)))
    assert.deepEqual(countReplies(replies), { 200: 1, '409 slot_taken': STUDENTS - 1 })
    students = students.filter((_, index) => replies[index].status !== 200)
  })

  test('if twelve students want the last seat of a group, one gets it', async () => {
    const group = slots.find((slot) => slot.classTypeKey === 'Group')
    const firstStudents = students.splice(0, group.seatsLeft - 1)
    for (const student of firstStudents) assert.equal((await book(urlOf(0), student, group)).status, 200)
    const contenders = students.slice(0, CONTENDERS)
    const replies = await Promise.all(contenders.map((student, index) => book(urlOf(index), student, group)))
    assert.deepEqual(countReplies(replies), { 200: 1, '409 slot_taken': CONTENDERS - 1 })
    students = students.filter((_, index) => replies[index]?.status !== 200)
    assert.equal(
      await queryNumber(`SELECT seats_taken - capacity FROM slots WHERE id = '${group._id}'`),
      0,
      'full, and not fuller',
    )
  })

  test('a last credit spent on three processes pays for one class', async () => {
    for (const student of students.splice(0, 5)) {
      const targets = takeSlots(PROCESSES)
      const replies = await Promise.all(targets.map((slot, index) => book(urlOf(index), student, slot)))
      assert.deepEqual(countReplies(replies), { 200: 1, '409 insufficient_credits': PROCESSES - 1 })
    }
    assert.equal(await queryNumber('SELECT count(*) FROM credit_lots WHERE remaining < 0'), 0)
  })

  /** Returns a function that orders a class at the quoted price. */
  async function prepareOrder(index, student, slot, couponCode) {
    const body = { slotId: slot._id, dateTime: slot.dateTime, couponCode }
    const { quote } = await callOk(urlOf(index), '/api/quote', { token: student.token, body })
    return () =>
      call(urlOf(index), '/create-booking', {
        token: student.token,
        body: {
          slotId: slot._id,
          dateTime: slot.dateTime,
          studentName: student.name,
          studentEmail: student.email,
          studentPhone: '',
          paymentAmount: quote.total,
          currency: quote.currency,
          couponApplied: quote.couponCode,
          teacherId: slot.teacherId,
          isVirtualSlot: slot.isVirtualSlot,
        },
      })
  }

  test('if nine students want a coupon that can be used twice, two get it', async () => {
    await runTala(servers[0].settings, 'coupon', 'add', 'TWICE', '--percent', '20', '--limit', '2')
    const buyers = students.slice(0, 9)
    const places = takeSlots(buyers.length)
    const orders = await Promise.all(
      buyers.map((student, index) => prepareOrder(index, student, places[index], 'TWICE')),
    )
    const replies = await Promise.all(orders.map((placeOrder) => placeOrder()))
    assert.deepEqual(countReplies(replies), { 200: 2, '409 coupon_used_up': buyers.length - 2 })
    assert.equal(await queryNumber("SELECT used FROM coupons WHERE code = 'TWICE'"), 2)
  })

  test('webhook, browser and polling report the same payments: each is booked once', async (t) => {
    const buyers = students.slice(0, 9)
    const places = takeSlots(buyers.length)
    const orders = []
    for (const [index, student] of buyers.entries()) {
      const reply = await (await prepareOrder(index, student, places[index]))()
      assert.equal(reply.status, 200, JSON.stringify(reply.body))
      orders.push(reply.body)
    }
    await sandbox.operate({ do: 'settings', settings: { webhooks: { hold: true } } })
    const paid = []
    for (const { orderId } of orders) {
      paid.push(await sandbox.operate({ do: 'pay', order_id: orderId, method: 'upi' }))
    }
    const ofTest = `provider_order_id IN (${orders.map(({ orderId }) => `'${orderId}'`).join()})`
    await school.database.run(`UPDATE orders SET next_check_at = 0 WHERE ${ofTest}`)
    // A worker has started to poll them; now the webhooks and each browser, through both other
    // processes, report them.
    await waitUntil(`SELECT count(*) FROM orders WHERE next_check_at = 0 AND ${ofTest}`, 0)
    const release = sandbox.operate({ do: 'release' })
    const confirmations = paid.flatMap(({ payment_id, signature }, index) =>
      [1, 2].map((server) =>
        call(urlOf(server), '/api/payment-success', {
          token: buyers[index].token,
          body: { order_id: orders[index].orderId, payment_id, signature },
        }),
      ),
    )
    const replies = await Promise.all(confirmations)
    await release
    await waitUntil("SELECT count(*) FROM outbox WHERE topic = 'provider_event' AND state <> 'done'", 0)
    for (const { status, body } of replies) assert.equal(body.order?.state, 'booked', `${status}`)
    assert.equal(
      await queryNumber(`SELECT count(*) FROM orders WHERE provider_check_count > 0 AND ${ofTest}`),
      buyers.length,
    )
    assert.ok((await queryNumber('SELECT count(*) FROM provider_events')) >= buyers.length, 'webhooks came')
    assert.equal(
      await queryNumber(
        `SELECT count(*) FROM bookings b JOIN orders o ON o.id = b.order_id WHERE o.${ofTest}`,
      ),
      buyers.length,
    )
    assert.equal(await queryNumber("SELECT count(*) FROM payments WHERE outcome = 'applied'"), buyers.length)
    assert.equal(await queryNumber('SELECT count(*) FROM refunds'), 0)
    t.diagnostic(`${await queryNumber('SELECT count(*) FROM provider_events')} webhooks`)
  })

  test('a class that is rescheduled and cancelled concurrently is cancelled once, and both slots are free', async () => {
    const participants = students.splice(0, 4)
    await grantCredits(
      school.database,
      participants.map((student) => ({ studentId: student.id, teacherId: teacher.id, credits: 1 })),
    )
    for (const student of participants) {
      const [from, to] = takeSlots(2)
      const remainingCredits = () =>
        queryNumber(`SELECT sum(remaining) FROM credit_lots WHERE student_id = '${student.id}'`)
      const creditsBefore = await remainingCredits()
      const { body } = await book(urlOf(0), student, from)
      const path = `/api/bookings/${body.booking._id}`
      const target = { slotId: to._id, dateTime: to.dateTime, isVirtualSlot: true }
      const [moved, ...cancelled] = await Promise.all([
        call(urlOf(0), `${path}/reschedule`, { token: student.token, body: target }),
        call(urlOf(1), `${path}/cancel`, { token: student.token, body: {} }),
        call(urlOf(2), `${path}/cancel`, { token: teacher.token, body: {} }),
      ])
      assert.deepEqual(countReplies(cancelled), { 200: 1, '409 not_cancellable': 1 })
      assert.ok(moved.status === 200 || moved.body.code === 'not_cancellable', JSON.stringify(moved.body))
      assert.equal(await remainingCredits(), creditsBefore, 'the credit is back')
      const free = (await freeSlots(urlOf(1), student.token)).map((slot) => slot.dateTime)
      for (const slot of [from, to]) assert.ok(free.includes(slot.dateTime), `${slot.dateTime} is free again`)
    }
  })

  test('six concurrent decisions of two administrators about an application: one takes effect', async () => {
    const made = await runTala(servers[0].settings, 'admin', 'add', 'second', '--role', 'support')
    const [, password] = made.match(/shown once\): (\S+)/)
    const owner = await signInAdmin(urlOf(0), 'admin', PASSWORD)
    const second = await signInAdmin(urlOf(1), 'second', password)
    for (let round = 0; round < 4; round += 1) {
      const id = await createApplicant(round)
      const decisions = ['approve', 'reject', 'approve', 'reject', 'reject', 'approve']
      const replies = await Promise.all(
        decisions.map((verdict, index) =>
          call(urlOf(index), `/api/admin/${verdict}-teacher/${id}`, {
            body: {},
            headers: index % 2 === round % 2 ? owner : second,
          }),
        ),
      )
      assert.deepEqual(countReplies(replies), { 200: 1, '409 already_processed': decisions.length - 1 })
      const decision = replies.find((reply) => reply.status === 200).body.status
      assert.equal(
        await queryNumber(
          `SELECT count(*) FROM teachers WHERE person_id = '${id}' AND status = '${decision}'`,
        ),
        1,
      )
      const lines = `SELECT count(*) FROM audit_log WHERE subject_id = '${id}' AND action LIKE 'teacher_%ed' AND admin IS NOT NULL`
      assert.equal(await queryNumber(lines), 1)
    }
  })

  /** A new user applies as a teacher. */
  async function createApplicant(round) {
    const [email, name] = [`applicant${round}@school.test`, `Applicant ${round}`]
    const claims = { sub: `applicant-${round}`, email, email_verified: true, name }
    const token = await school.provider.issueToken(claims)
    const { _id: id } = await login(urlOf(round), token, email)
    await callOk(urlOf(round), '/api/onboard/teacher', {
      token,
      body: {
        email,
        name,
        bio: 'I have danced since I was five, and taught for ten years.',
        phone: '+91 98765 43210',
        teacherProfile: {
          firstName: 'Devika',
          lastName: 'Rao',
          country: 'India',
          experience: 'Ten years.',
          danceEducation: 'Kalakshetra',
          guru: 'Smt. Leela',
          googleMeetLink: 'https://meet.google.com/abc-defg-hij',
          yearsTeaching: '10+',
          studentAges: ['adults'],
          ageConfirmed: true,
          danceStylesWithLevel: [{ style: 'Kathak', level: 'advanced' }],
        },
        paymentSettings: { inrRate: 999, usdRate: 24.99 },
      },
    })
    return id
  }

  test('the ledger check passes afterwards, and fails with one seat too few', async () => {
    const { settings } = servers[0]
    assert.equal(await checkLedger(settings), 'Ledger check: balanced\n')
    assert.equal(await queryNumber("SELECT count(*) FROM outbox WHERE state = 'dead'"), 0)
    // A control: the effect of a lost update.
    await school.database.run('UPDATE slots SET seats_taken = seats_taken - 1 WHERE seats_taken = capacity')
    assert.match(await checkLedger(settings), /seats/)
  })
})
