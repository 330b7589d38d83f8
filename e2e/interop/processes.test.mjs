/**
 * Three `tala serve` processes on one PostgreSQL, with a payment provider beside them. Whatever many want at the same moment,
 * and wherever their requests arrive: one has it, the others are told why not, and the books agree.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { answers, ask, book, call, freeSlots, login, signInAdmin } from '../support/api.ts'
import { grantCredits } from '../support/credits.ts'
import { joinCrowd, openSchool, padma } from '../support/crowd.ts'
import { PASSWORD } from '../support/people.ts'
import { startSandbox, WEBHOOK_SECRET } from '../support/razorpay-sandbox.mjs'
import { booksAgree, freePort, runTala, startTala } from '../support/tala.ts'

const PROCESSES = 3
const CROWD = 36
const FOR_ONE_SEAT = 12
const DONE_WITHIN_MS = 30_000

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
      'payments.checkout_script': `${sandbox.url}/checkout.js`,
    }
    for (const [index, port] of ports.entries()) {
      const name = `processes-${index + 1}`
      servers.push(await startTala({ name, command: 'serve', port, dataFolder: school.dataFolder, settings }))
    }
    teacher = await padma(at(0), school.provider)
    students = await joinCrowd(at(0), school, { size: CROWD, credits: 1, teacherId: teacher.id })
    slots = await freeSlots(at(0), students[0].token)
  })

  after(async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await sandbox?.stop()
    await school?.close()
  })

  /** Where the so-and-so-many-th request goes. */
  const at = (index) => servers[index % PROCESSES].url

  /** So many hours that nobody has taken, from the third day on: called off there, they bring everything back. */
  let given = 0
  function hours(count) {
    const later = slots.filter(
      (slot) => slot.isVirtualSlot && Date.parse(slot.dateTime) > Date.now() + 3 * 86_400_000,
    )
    given += count
    assert.ok(later.length >= given, 'there are hours enough')
    return later.slice(given - count, given)
  }

  async function number(sql) {
    const [first] = await school.database.column(sql)
    return Number(first)
  }

  /** Waits until a query says so. */
  async function until(sql, wanted) {
    const end = Date.now() + DONE_WITHIN_MS
    for (;;) {
      const found = await number(sql)
      if (found === wanted) return
      assert.ok(Date.now() < end, `${found} instead of ${wanted}: ${sql}`)
      await pause(5)
    }
  }

  test('all want one hour: one has it', async () => {
    const [wanted] = hours(1)
    const replies = await Promise.all(students.map((student, index) => book(at(index), student, wanted)))
    assert.deepEqual(answers(replies), { 200: 1, '409 slot_taken': CROWD - 1 })
    students = students.filter((_, index) => replies[index].status !== 200)
  })

  test('twelve want the last seat of a group: one has it', async () => {
    const group = slots.find((slot) => slot.classTypeKey === 'Group')
    const early = students.splice(0, group.seatsLeft - 1)
    for (const student of early) assert.equal((await book(at(0), student, group)).status, 200)
    const late = students.slice(0, FOR_ONE_SEAT)
    const replies = await Promise.all(late.map((student, index) => book(at(index), student, group)))
    assert.deepEqual(answers(replies), { 200: 1, '409 slot_taken': FOR_ONE_SEAT - 1 })
    students = students.filter((_, index) => replies[index]?.status !== 200)
    assert.equal(
      await number(`SELECT seats_taken - capacity FROM slots WHERE id = '${group._id}'`),
      0,
      'full, and not fuller',
    )
  })

  test('a last credit is spent in three places: it pays one class', async () => {
    for (const student of students.splice(0, 5)) {
      const places = hours(PROCESSES)
      const replies = await Promise.all(places.map((slot, index) => book(at(index), student, slot)))
      assert.deepEqual(answers(replies), { 200: 1, '409 insufficient_credits': PROCESSES - 1 })
    }
    assert.equal(await number('SELECT count(*) FROM credit_lots WHERE remaining < 0'), 0)
  })

  /** A student's purchase of a class, at the price that is quoted. */
  async function order(index, student, slot, couponCode) {
    const body = { slotId: slot._id, dateTime: slot.dateTime, couponCode }
    const { quote } = await ask(at(index), '/api/quote', { token: student.token, body })
    return () =>
      call(at(index), '/create-booking', {
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

  test('nine want a coupon that can be used twice: two have it', async () => {
    await runTala(servers[0].settings, 'coupon', 'add', 'TWICE', '--percent', '20', '--limit', '2')
    const buyers = students.slice(0, 9)
    const places = hours(buyers.length)
    const clicks = await Promise.all(
      buyers.map((student, index) => order(index, student, places[index], 'TWICE')),
    )
    const replies = await Promise.all(clicks.map((click) => click()))
    assert.deepEqual(answers(replies), { 200: 2, '409 coupon_used_up': buyers.length - 2 })
    assert.equal(await number("SELECT used FROM coupons WHERE code = 'TWICE'"), 2)
  })

  test('webhook, browser and our own look tell of the same payments: each books once', async (t) => {
    const buyers = students.slice(0, 9)
    const places = hours(buyers.length)
    const orders = []
    for (const [index, student] of buyers.entries()) {
      const reply = await (await order(index, student, places[index]))()
      assert.equal(reply.status, 200, JSON.stringify(reply.body))
      orders.push(reply.body)
    }
    await sandbox.act({ do: 'settings', settings: { webhooks: { hold: true } } })
    const paid = []
    for (const { orderId } of orders) {
      paid.push(await sandbox.act({ do: 'pay', order_id: orderId, method: 'upi' }))
    }
    const ours = `provider_order_id IN (${orders.map(({ orderId }) => `'${orderId}'`).join()})`
    await school.database.run(`UPDATE orders SET next_check_at = 0 WHERE ${ours}`)
    // A worker has begun to look them up; now the others tell it, too, each browser at both other processes.
    await until(`SELECT count(*) FROM orders WHERE next_check_at = 0 AND ${ours}`, 0)
    const news = sandbox.act({ do: 'release' })
    const said = paid.flatMap(({ payment_id, signature }, index) =>
      [1, 2].map((server) =>
        call(at(server), '/api/payment-success', {
          token: buyers[index].token,
          body: { order_id: orders[index].orderId, payment_id, signature },
        }),
      ),
    )
    const replies = await Promise.all(said)
    await news
    await until("SELECT count(*) FROM outbox WHERE topic = 'provider_event' AND state <> 'done'", 0)
    for (const { status, body } of replies) assert.equal(body.order?.state, 'booked', `${status}`)
    assert.equal(await number(`SELECT count(*) FROM orders WHERE checks > 0 AND ${ours}`), buyers.length)
    assert.ok((await number('SELECT count(*) FROM provider_events')) >= buyers.length, 'webhooks came')
    assert.equal(
      await number(`SELECT count(*) FROM bookings b JOIN orders o ON o.id = b.order_id WHERE o.${ours}`),
      buyers.length,
    )
    assert.equal(await number("SELECT count(*) FROM payments WHERE disposition = 'applied'"), buyers.length)
    assert.equal(await number('SELECT count(*) FROM refunds'), 0)
    t.diagnostic(`${await number('SELECT count(*) FROM provider_events')} webhooks`)
  })

  test('a class is moved, and called off by both: it is called off once, and both hours are free', async () => {
    const movers = students.splice(0, 4)
    await grantCredits(
      school.database,
      movers.map((student) => ({ studentId: student.id, teacherId: teacher.id, credits: 1 })),
    )
    for (const student of movers) {
      const [from, to] = hours(2)
      const left = () => number(`SELECT sum(remaining) FROM credit_lots WHERE student_id = '${student.id}'`)
      const had = await left()
      const { body } = await book(at(0), student, from)
      const path = `/api/bookings/${body.booking._id}`
      const target = { slotId: to._id, dateTime: to.dateTime, isVirtualSlot: true }
      const [moved, ...cancelled] = await Promise.all([
        call(at(0), `${path}/reschedule`, { token: student.token, body: target }),
        call(at(1), `${path}/cancel`, { token: student.token, body: {} }),
        call(at(2), `${path}/cancel`, { token: teacher.token, body: {} }),
      ])
      assert.deepEqual(answers(cancelled), { 200: 1, '409 not_cancellable': 1 })
      assert.ok(moved.status === 200 || moved.body.code === 'not_cancellable', JSON.stringify(moved.body))
      assert.equal(await left(), had, 'the credit is back')
      const free = (await freeSlots(at(1), student.token)).map((slot) => slot.dateTime)
      for (const slot of [from, to]) assert.ok(free.includes(slot.dateTime), `${slot.dateTime} is free again`)
    }
  })

  test('two administrators decide about an application six times: it is decided once', async () => {
    const made = await runTala(servers[0].settings, 'admin', 'add', 'second', '--role', 'support')
    const [, password] = made.match(/shown once\): (\S+)/)
    const owner = await signInAdmin(at(0), 'admin', PASSWORD)
    const second = await signInAdmin(at(1), 'second', password)
    for (let round = 0; round < 4; round += 1) {
      const id = await apply(round)
      const verdicts = ['approve', 'reject', 'approve', 'reject', 'reject', 'approve']
      const replies = await Promise.all(
        verdicts.map((verdict, index) =>
          call(at(index), `/api/admin/${verdict}-teacher/${id}`, {
            body: {},
            headers: index % 2 === round % 2 ? owner : second,
          }),
        ),
      )
      assert.deepEqual(answers(replies), { 200: 1, '409 already_done': verdicts.length - 1 })
      const verdict = replies.find((reply) => reply.status === 200).body.status
      assert.equal(
        await number(`SELECT count(*) FROM teachers WHERE person_id = '${id}' AND status = '${verdict}'`),
        1,
      )
      const lines = `SELECT count(*) FROM audit_log WHERE subject_id = '${id}' AND action LIKE 'teacher_%ed' AND admin IS NOT NULL`
      assert.equal(await number(lines), 1)
    }
  })

  /** Somebody new applies as a teacher. */
  async function apply(round) {
    const [email, name] = [`applicant${round}@school.test`, `Applicant ${round}`]
    const claims = { sub: `applicant-${round}`, email, email_verified: true, name }
    const token = await school.provider.mint(claims)
    const { _id: id } = await login(at(round), token, email)
    await ask(at(round), '/api/onboard/teacher', {
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

  test('afterwards the books agree, and would not with one seat too few', async () => {
    const { settings } = servers[0]
    assert.equal(await booksAgree(settings), 'The books agree.\n')
    assert.equal(await number("SELECT count(*) FROM outbox WHERE state = 'dead'"), 0)
    // The control: what a lost update would have left.
    await school.database.run('UPDATE slots SET seats_taken = seats_taken - 1 WHERE seats_taken = capacity')
    assert.match(await booksAgree(settings), /seats/)
  })
})
