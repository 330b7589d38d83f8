/**
 * The primary of two PostgreSQL servers is killed under load and its synchronous standby is promoted. Two Tala servers
 * continue on the standby without a restart, and no acknowledged booking is lost or made twice.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { ask, book, freeSlots, signInAdmin } from '../support/api.ts'
import { addStandby, newPrimary } from '../support/cluster.ts'
import { joinCrowd, openAllHours, padma } from '../support/crowd.ts'
import { postgresAt } from '../support/database.ts'
import { startKeysProvider } from '../support/keys-provider.ts'
import { PASSWORD } from '../support/people.ts'
import { freshFolder, removeFolder, runTala, startTala } from '../support/tala.ts'

const STUDENTS = 8
const CREDITS = 200
const BACK_WITHIN_MS = 30_000
/** Between two attempts of one request. */
const RETRY_AFTER_MS = 100

/** A school on a primary with a synchronous standby. */
async function openCluster() {
  const primary = await newPrimary()
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

async function until(condition, complaint, withinMs = BACK_WITHIN_MS) {
  const end = Date.now() + withinMs
  while (!(await condition())) {
    assert.ok(Date.now() < end, complaint)
    await pause(10)
  }
}

/** Students who book without a pause, half of them on each server, and repeat each request until it is answered. */
class Load {
  acknowledged = []
  answers = {}
  refusedBy = new Set()
  going = true

  constructor(servers, students, slots) {
    this.work = Promise.all(
      students.map((student, index) => this.client(servers[index % servers.length], student, slots, index)),
    )
    // `end` awaits it; a failure before that must not count as unhandled.
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
    const end = Date.now() + BACK_WITHIN_MS
    for (;;) {
      const { status, body, headers: sent } = await book(server.url, student, slot, headers)
      const answer = `${status} ${body.code ?? ''}`.trim()
      this.answers[answer] = (this.answers[answer] ?? 0) + 1
      if (status === 200) return body.booking
      if (status !== 503) return undefined
      this.refusedBy.add(server)
      assert.ok(sent.get('retry-after'), '503 without Retry-After')
      assert.ok(Date.now() < end, `no answer but ${answer} for ${BACK_WITHIN_MS} ms`)
      await pause(RETRY_AFTER_MS)
    }
  }

  at(server) {
    return this.acknowledged.filter((one) => one.server === server).length
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
    const provider = await startKeysProvider()
    const servers = []
    try {
      const seeded = await startTala({ name: 'failover-seed', database })
      await seeded.stop()
      const settings = { 'sign_in.issuer': provider.issuer }
      for (const name of ['failover-1', 'failover-2']) {
        servers.push(await startTala({ name, command: 'serve', database, settings }))
      }
      const [{ url }] = servers
      const teacher = await padma(url, provider)
      await openAllHours(url, teacher)
      const students = await joinCrowd(
        url,
        { provider, database },
        { size: STUDENTS, credits: CREDITS, teacherId: teacher.id },
      )
      const slots = await freeSlots(url, students[0].token)

      const load = new Load(servers, students, slots)
      await until(() => servers.every((server) => load.at(server) >= 20), 'nothing can be booked')
      await primary.kill()
      await until(
        async () => (await Promise.all(servers.map(readiness))).every((status) => status === 503),
        'the servers are ready without a primary',
      )
      await until(() => load.refusedBy.size === servers.length, 'a request waits instead of being refused')
      const before = load.acknowledged.length
      const promoting = performance.now()
      await standby.promote()
      const promoted = performance.now()
      const counted = servers.map((server) => load.at(server))
      await until(
        () => servers.every((server, index) => load.at(server) >= counted[index] + 10),
        'a server cannot book on the new primary',
      )
      for (const server of servers) assert.equal(await readiness(server), 200)
      await load.end()

      const last = load.acknowledged[before - 1].at
      const [first, second] = servers.map((server) =>
        load.acknowledged.slice(before).find((one) => one.server === server),
      )
      const ms = (from, to) => `${Math.round(to - from)} ms`
      t.diagnostic(
        `no booking acknowledged for ${ms(last, first.at)} on one server, ${ms(last, second.at)} on the other; ` +
          `the promotion began after ${ms(last, promoting)} and took ${ms(promoting, promoted)}`,
      )
      t.diagnostic(
        `${before} acknowledged before, ${load.acknowledged.length - before} after: ${JSON.stringify(load.answers)}`,
      )
      await assertNothingLost(cluster, load, students)
      assert.match(await runTala(servers[0].settings, 'ledger', 'check'), /^The books agree\.$/m)
      await assertMailed(cluster, load.acknowledged.at(-1).id)
    } finally {
      await Promise.allSettled(servers.map((server) => server.stop()))
      await provider.stop()
      await cluster.remove()
    }
  })

  async function assertNothingLost({ standby }, load, students) {
    const strange = Object.keys(load.answers).filter(
      (answer) => !/^(200|503 unavailable|409 slot_taken)$/.test(answer),
    )
    assert.deepEqual(strange, [])
    const theirs = `student_id IN (${students.map(({ id }) => `'${id}'`).join()})`
    const stored = await standby.column(`SELECT id FROM bookings WHERE ${theirs} ORDER BY id`, 'tala')
    const acknowledged = load.acknowledged.map(({ id }) => id).sort()
    assert.equal(new Set(acknowledged).size, acknowledged.length, 'two requests, one booking')
    assert.deepEqual(stored, acknowledged)
    const [hours] = await standby.column(
      `SELECT count(DISTINCT (student_id, starts_at)) FROM bookings WHERE ${theirs}`,
      'tala',
    )
    assert.equal(Number(hours), acknowledged.length, 'booked twice')
    const spent = load.acknowledged.reduce((sum, { slot }) => sum + slot.creditCost, 0)
    const [left] = await standby.column(`SELECT sum(remaining) FROM credit_lots WHERE ${theirs}`, 'tala')
    assert.equal(Number(left), STUDENTS * CREDITS - spent)
  }

  /** The workers continue, too. */
  async function assertMailed({ standby }, booking) {
    const done = `SELECT count(*) FROM outbox WHERE subject_id = '${booking}' AND state = 'done'`
    await until(async () => (await standby.column(done, 'tala'))[0] === '2', 'no mail of the last booking')
  }

  test('long reads go to a standby', async () => {
    const cluster = await openCluster()
    const { database, primary, standby } = cluster
    const settings = {
      'database.url': `postgres://postgres@127.0.0.1:${primary.port}/tala`,
      'database.replica_url': `postgres://postgres@127.0.0.1:${standby.port}/tala`,
    }
    const dataFolder = freshFolder()
    let server
    try {
      server = await startTala({ name: 'replica', database, dataFolder, settings })
      const [written] = await primary.column('SELECT pg_current_wal_flush_lsn()')
      const replayed = `SELECT pg_last_wal_replay_lsn() >= '${written}'`
      await until(async () => (await standby.column(replayed))[0] === 't', 'the standby does not catch up')

      const owner = await signInAdmin(server.url, 'admin', PASSWORD)
      const { items } = await ask(server.url, '/api/admin/bookings', { headers: owner })
      assert.ok(items.length > 0)

      // Without the server, the only sessions are those of the check.
      await server.stop()
      const sessions = async () => {
        const [count] = await standby.column("SELECT sessions FROM pg_stat_database WHERE datname = 'tala'")
        return Number(count)
      }
      const begun = await sessions()
      assert.match(await runTala(server.settings, 'ledger', 'check'), /^The books agree\.$/m)
      await until(async () => (await sessions()) > begun, 'the check did not use the standby', 5_000)
    } finally {
      await server?.stop()
      await cluster.remove()
      removeFolder(dataFolder)
    }
  })
})
