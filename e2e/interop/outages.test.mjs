/**
 * The database is stopped under load and started again: requests are rejected with a retry hint, no
 * confirmed booking is lost, and the server reconnects automatically.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { advanceClock, book, freeSlots } from '../support/api.ts'
import { postgresAt, waitForAllMailsSent } from '../support/database.ts'
import { createStudents, openAllHours, signInPadma } from '../support/load-clients.ts'
import { createPrimary } from '../support/postgres-cluster.ts'
import { checkLedger, startTala } from '../support/tala.ts'
import { startTokenProvider } from '../support/token-provider.ts'

const ROUNDS = Number(process.env.TALA_E2E_OUTAGES ?? 1)
const STUDENTS = 12
const RECOVERY_TIMEOUT_MS = 15_000

/** A PostgreSQL server for this test, which can be stopped and started. */
async function startPostgres() {
  const server = await createPrimary()
  await server.start()
  const url = `postgres://postgres@127.0.0.1:${server.port}/postgres`
  return { ...server, database: postgresAt(url, server.remove) }
}

/** Students who book continuously, and the responses they got. */
class Load {
  confirmed = []
  answers = {}
  isRunning = true

  constructor(url, students, slots) {
    this.work = Promise.all(students.map((student, index) => this.client(url, student, slots, index)))
  }

  async client(url, student, slots, index) {
    for (let at = index; this.isRunning && at < slots.length; at += STUDENTS) {
      const key = randomUUID()
      for (;;) {
        const { status, body } = await book(url, student, slots[at], { 'idempotency-key': key })
        const answer = `${status} ${body.code ?? ''}`.trim()
        this.answers[answer] = (this.answers[answer] ?? 0) + 1
        if (status === 200) this.confirmed.push(body.booking.bookingId)
        if (status !== 503) break
        // A client waits before it retries.
        await pause(100)
        if (!this.isRunning) break
      }
    }
  }

  async end() {
    this.isRunning = false
    await this.work
  }
}

async function waitUntilReady(url) {
  const begun = Date.now()
  for (;;) {
    const reply = await fetch(`${url}/readyz`)
    if (reply.status === 200) return Date.now() - begun
    assert.equal(reply.status, 503)
    assert.ok(Date.now() - begun < RECOVERY_TIMEOUT_MS, 'the server does not find its database again')
    await pause(25)
  }
}

describe(`a database stopped ${ROUNDS} times in each mode`, () => {
  for (const mode of ['fast', 'immediate']) {
    test(`PostgreSQL is stopped (${mode}) under load`, { timeout: 600_000 }, async (t) => {
      const postgres = await startPostgres()
      const provider = await startTokenProvider()
      let server
      try {
        const seeded = await startTala({ name: 'outage-seed', database: postgres.database })
        await seeded.stop()
        server = await startTala({
          name: 'outage',
          database: postgres.database,
          settings: { 'oidc.issuer': provider.issuer, 'oidc.link_by_verified_email': 'true' },
        })
        const teacher = await signInPadma(server.url, provider)
        await openAllHours(server.url, teacher)
        const school = { provider, database: postgres.database }
        const students = await createStudents(server.url, school, {
          size: STUDENTS,
          credits: 200,
          teacherId: teacher.id,
        })
        const slots = await freeSlots(server.url, students[0].token)
        const load = new Load(server.url, students, slots)
        const recoveries = []
        for (let round = 0; round < ROUNDS; round += 1) {
          const before = load.confirmed.length
          while (load.confirmed.length < before + 10) await pause(10)
          await postgres.stop(mode)
          const unavailable = await fetch(`${server.url}/readyz`)
          assert.equal(unavailable.status, 503)
          await pause(500)
          await postgres.start()
          recoveries.push(await waitUntilReady(server.url))
          const after = load.confirmed.length
          const startedAt = Date.now()
          while (load.confirmed.length === after) {
            assert.ok(Date.now() - startedAt < RECOVERY_TIMEOUT_MS, 'bookings fail')
            await pause(10)
          }
        }
        await load.end()
        t.diagnostic(`${load.confirmed.length} confirmed; answers: ${JSON.stringify(load.answers)}`)
        t.diagnostic(`ready again after ${recoveries.join(', ')} ms`)
        const unexpected = Object.keys(load.answers).filter(
          (answer) => !/^(200|503 unavailable|409 slot_taken)$/.test(answer),
        )
        assert.deepEqual(unexpected, [])
        const stored = new Set(
          await postgres.database.column(`SELECT id FROM bookings WHERE status <> 'cancelled'`),
        )
        assert.deepEqual(
          load.confirmed.filter((id) => !stored.has(id)),
          [],
          'lost confirmed bookings',
        )
        // A mail that was being sent when the database stopped is sent again after its lease has
        // expired.
        await pause(2_000)
        await advanceClock(server.url, 5)
        await waitForAllMailsSent(postgres.database)
        assert.equal(await checkLedger(server.settings), 'Ledger check: balanced\n')
      } finally {
        await server?.stop()
        await provider.stop()
        await postgres.remove()
      }
    })
  }
})
