/**
 * The primary of two PostgreSQL servers is killed under load and its synchronous standby is
 * promoted. Two Tala servers continue on the standby without a restart, and no acknowledged booking
 * is lost or duplicated.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { book, callOk, freeSlots, signInAdmin } from '../support/api.ts'
import { postgresAt } from '../support/database.ts'
import { createStudents, openAllHours, signInPadma } from '../support/load-clients.ts'
import { PASSWORD } from '../support/people.ts'
import { addStandby, createPrimary } from '../support/postgres-cluster.ts'
import { removeFolder, runTala, startTala, temporaryFolder } from '../support/tala.ts'
import { startTokenProvider } from '../support/token-provider.ts'

const STUDENTS = 8
const CREDITS = 200
const RECOVERY_TIMEOUT_MS = 30_000
/** Between two attempts of one request. */
const RETRY_AFTER_MS = 100

/** A school on a primary with a synchronous standby. */
async function openCluster() {
  const primary = await createPrimary()
  let standby
  const remove = async () => {
    await Promise.all([primary.remove(), standby?.remove()])
  }
  try {
    await primary.start()
    await primary.column('CREATE DATABASE tala')
    standby = await addStandby(primary)
  } catch (error) {
    await remove()
    throw error
  }
  const url = `postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/tala`
  // libpq uses the primary only on request; tala does so for every URL with several hosts.
  const database = postgresAt(`${url}?target_session_attrs=read-write`, remove)
  database.settings['database.url'] = url
  return { primary, standby, database, remove }
}

async function waitUntil(condition, message, withinMs = RECOVERY_TIMEOUT_MS) {
  const end = Date.now() + withinMs
  while (!(await condition())) {
    assert.ok(Date.now() < end, message)
    await pause(10)
  }
}

/**
 * Students who book continuously, half of them on each server, and repeat each request until it is
 * answered.
 */
class Load {
  acknowledged = []
  answers = {}
  refusedBy = new Set()
  going = true

  constructor(servers, students, slots) {
    this.work = Promise.all(
      students.map((student, index) => this.client(servers[index % servers.length], student, slots, index)),
    )
    // `end` awaits it; an earlier failure must not count as unhandled.
    this.work.catch(() => undefined)
  }

  async client(server, student, slots, index) {
    for (let at = index; this.going && at < slots.length; at += STUDENTS) {
      const slot = slots[at]
      const booking = await this.bookUntilAnswered(server, student, slot)
      if (booking) this.acknowledged.push({ id: booking.bookingId, at: performance.now(), server, slot })
    }
  }

  async bookUntilAnswered(server, student, slot) {
    const headers = { 'idempotency-key': randomUUID() }
    const end = Date.now() + RECOVERY_TIMEOUT_MS
    for (;;) {
      const { status, body, headers: sent } = await book(server.url, student, slot, headers)
      const answer = `${status} ${body.code ?? ''}`.trim()
      this.answers[answer] = (this.answers[answer] ?? 0) + 1
      if (status === 200) return body.booking
      if (status !== 503) return undefined
      this.refusedBy.add(server)
      assert.ok(sent.get('retry-after'), '503 without Retry-After')
      assert.ok(Date.now() < end, `no answer but ${answer} for ${RECOVERY_TIMEOUT_MS} ms`)
      await pause(RETRY_AFTER_MS)
    }
  }

  at(server) {
    return this.acknowledged.filter((booking) => booking.server === server).length
  }

  async end() {
    this.going = false
    await this.work
  }
}

async function readiness(server) {
  return (await fetch(`${server.url}/readyz`)).status
}

describe('PostgreSQL with a synchronous standby', { timeout: 120_000 }, () => {
  test('the primary is killed under load, and the standby promoted', async (t) => {
    const cluster = await openCluster()
    const { database, primary, standby } = cluster
    const provider = await startTokenProvider()
    const servers = []
    try {
      const seeded = await startTala({ name: 'failover-seed', database })
      await seeded.stop()
      const settings = { 'oidc.issuer': provider.issuer, 'oidc.link_by_verified_email': 'true' }
      for (const name of ['failover-1', 'failover-2']) {
        servers.push(await startTala({ name, command: 'serve', database, settings }))
      }
      const [{ url }] = servers
      const teacher = await signInPadma(url, provider)
      await openAllHours(url, teacher)
      const students = await createStudents(
        url,
        { provider, database },
        { size: STUDENTS, credits: CREDITS, teacherId: teacher.id },
      )
      const slots = await freeSlots(url, students[0].token)

      const load = new Load(servers, students, slots)
      await waitUntil(() => servers.every((server) => load.at(server) >= 20), 'nothing can be booked')
      await primary.kill()
      await waitUntil(
        async () => (await Promise.all(servers.map(readiness))).every((status) => status === 503),
        'the servers are ready without a primary',
      )
      await waitUntil(
        () => load.refusedBy.size === servers.length,
        'a request waits instead of being refused',
      )
      const before = load.acknowledged.length
      const promotionStart = performance.now()
      await standby.promote()
      const promotionEnd = performance.now()
      const counted = servers.map((server) => load.at(server))
      await waitUntil(
        () => servers.every((server, index) => load.at(server) >= counted[index] + 10),
        'a server cannot book on the new primary',
      )
      for (const server of servers) assert.equal(await readiness(server), 200)
      await load.end()

      const last = load.acknowledged[before - 1].at
      const [first, second] = servers.map((server) =>
        load.acknowledged.slice(before).find((booking) => booking.server === server),
      )
      const ms = (from, to) => `${Math.round(to - from)} ms`
      t.diagnostic(
        `no booking acknowledged for ${ms(last, first.at)} on one server, ${ms(last, second.at)} on the other; ` +
          `the promotion began after ${ms(last, promotionStart)} and took ${ms(promotionStart, promotionEnd)}`,
      )
      t.diagnostic(
        `${before} acknowledged before, ${load.acknowledged.length - before} after: ${JSON.stringify(load.answers)}`,
      )
      await assertNothingLost(cluster, load, students)
      assert.match(await runTala(servers[0].settings, 'ledger', 'check'), /^Ledger check: balanced$/m)
      await assertMailed(cluster, load.acknowledged.at(-1).id)
    } finally {
      await Promise.allSettled(servers.map((server) => server.stop()))
      await provider.stop()
      await cluster.remove()
    }
  })

  async function assertNothingLost({ standby }, load, students) {
    const unexpected = Object.keys(load.answers).filter(
      (answer) => !/^(200|503 unavailable|409 slot_taken)$/.test(answer),
    )
    assert.deepEqual(unexpected, [])
    const ofStudents = `student_id IN (${students.map(({ id }) => `'${id}'`).join()})`
    const stored = await standby.column(`SELECT id FROM bookings WHERE ${ofStudents} ORDER BY id`, 'tala')
    const acknowledged = load.acknowledged.map(({ id }) => id).sort()
    assert.equal(new Set(acknowledged).size, acknowledged.length, 'two requests, one booking')
    assert.deepEqual(stored, acknowledged)
    const [hours] = await standby.column(
      `SELECT count(DISTINCT (student_id, starts_at)) FROM bookings WHERE ${ofStudents}`,
      'tala',
    )
    assert.equal(Number(hours), acknowledged.length, 'booked twice')
    const spent = load.acknowledged.reduce((sum, { slot }) => sum + slot.creditCost, 0)
    const [left] = await standby.column(`SELECT sum(remaining) FROM credit_lots WHERE ${ofStudents}`, 'tala')
    assert.equal(Number(left), STUDENTS * CREDITS - spent)
  }

  /** The workers continue, too. */
  async function assertMailed({ standby }, booking) {
    const done = `SELECT count(*) FROM outbox WHERE subject_id = '${booking}' AND state = 'done'`
    await waitUntil(
      async () => (await standby.column(done, 'tala'))[0] === '2',
      'no mail of the last booking',
    )
  }

  test('expensive reads use a standby', async () => {
    const cluster = await openCluster()
    const { database, primary, standby } = cluster
    const settings = {
      'database.url': `postgres://postgres@127.0.0.1:${primary.port}/tala`,
      'database.replica_url': `postgres://postgres@127.0.0.1:${standby.port}/tala`,
    }
    const dataFolder = temporaryFolder()
    let server
    try {
      server = await startTala({ name: 'replica', database, dataFolder, settings })
      const [written] = await primary.column('SELECT pg_current_wal_flush_lsn()')
      const replayed = `SELECT pg_last_wal_replay_lsn() >= '${written}'`
      await waitUntil(
        async () => (await standby.column(replayed))[0] === 't',
        'the standby does not catch up',
      )

      const owner = await signInAdmin(server.url, 'admin', PASSWORD)
      const { items } = await callOk(server.url, '/api/admin/bookings', { headers: owner })
      assert.ok(items.length > 0)

      // Without the server, the only sessions are those of the check.
      await server.stop()
      const sessions = async () => {
        const [count] = await standby.column("SELECT sessions FROM pg_stat_database WHERE datname = 'tala'")
        return Number(count)
      }
      const sessionsBefore = await sessions()
      assert.match(await runTala(server.settings, 'ledger', 'check'), /^Ledger check: balanced$/m)
      await waitUntil(
        async () => (await sessions()) > sessionsBefore,
        'the check did not use the standby',
        5_000,
      )
    } finally {
      await server?.stop()
      await cluster.remove()
      removeFolder(dataFolder)
    }
  })
})
