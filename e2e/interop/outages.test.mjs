/**
 * The database goes away under load and comes back: people are told to try again, nothing that was confirmed is lost, and
 * the server finds it again by itself.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { advance, book, freeSlots } from '../support/api.ts'
import { newPrimary } from '../support/cluster.ts'
import { joinCrowd, openAllHours, padma } from '../support/crowd.ts'
import { allMailSent, postgresAt } from '../support/database.ts'
import { startKeysProvider } from '../support/keys-provider.ts'
import { booksAgree, startTala } from '../support/tala.ts'

const ROUNDS = Number(process.env.TALA_E2E_OUTAGES ?? 1)
const STUDENTS = 12
const BACK_WITHIN_MS = 15_000

/** A PostgreSQL of this test alone, which can be stopped and started. */
async function ownPostgres() {
  const server = await newPrimary()
  await server.start()
  const url = `postgres://postgres@127.0.0.1:${server.port}/postgres`
  return { ...server, database: postgresAt(url, server.remove) }
}

/** Students who book without a pause, and what they were told. */
class Load {
  confirmed = []
  told = {}
  going = true

  constructor(url, students, slots) {
    this.work = Promise.all(students.map((student, index) => this.client(url, student, slots, index)))
  }

  async client(url, student, slots, index) {
    for (let at = index; this.going && at < slots.length; at += STUDENTS) {
      const key = randomUUID()
      for (;;) {
        const { status, body } = await book(url, student, slots[at], { 'idempotency-key': key })
        const answer = `${status} ${body.code ?? ''}`.trim()
        this.told[answer] = (this.told[answer] ?? 0) + 1
        if (status === 200) this.confirmed.push(body.booking.bookingId)
        if (status !== 503) break
        // What a client does that is told to come back.
        await pause(100)
        if (!this.going) break
      }
    }
  }

  async end() {
    this.going = false
    await this.work
  }
}

async function ready(url) {
  const begun = Date.now()
  for (;;) {
    const reply = await fetch(`${url}/readyz`)
    if (reply.status === 200) return Date.now() - begun
    assert.equal(reply.status, 503)
    assert.ok(Date.now() - begun < BACK_WITHIN_MS, 'the server does not find its database again')
    await pause(25)
  }
}

describe(`a database that goes away ${ROUNDS} times in each way`, () => {
  for (const mode of ['fast', 'immediate']) {
    test(`PostgreSQL is stopped (${mode}) under load`, { timeout: 600_000 }, async (t) => {
      const postgres = await ownPostgres()
      const provider = await startKeysProvider()
      let server
      try {
        const seeded = await startTala({ name: 'outage-seed', database: postgres.database })
        await seeded.stop()
        server = await startTala({
          name: 'outage',
          database: postgres.database,
          settings: { 'sign_in.issuer': provider.issuer },
        })
        const teacher = await padma(server.url, provider)
        await openAllHours(server.url, teacher)
        const school = { provider, database: postgres.database }
        const students = await joinCrowd(server.url, school, {
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
          const away = await fetch(`${server.url}/readyz`)
          assert.equal(away.status, 503)
          await pause(500)
          await postgres.start()
          recoveries.push(await ready(server.url))
          const after = load.confirmed.length
          const begun = Date.now()
          while (load.confirmed.length === after) {
            assert.ok(Date.now() - begun < BACK_WITHIN_MS, 'nobody can book any more')
            await pause(10)
          }
        }
        await load.end()
        t.diagnostic(`${load.confirmed.length} confirmed; told: ${JSON.stringify(load.told)}`)
        t.diagnostic(`ready again after ${recoveries.join(', ')} ms`)
        const strange = Object.keys(load.told).filter(
          (told) => !/^(200|503 unavailable|409 slot_taken)$/.test(told),
        )
        assert.deepEqual(strange, [])
        const there = new Set(
          await postgres.database.column(`SELECT id FROM bookings WHERE status <> 'cancelled'`),
        )
        assert.deepEqual(
          load.confirmed.filter((id) => !there.has(id)),
          [],
          'confirmed bookings that are gone',
        )
        // What was being sent as the database went away is sent again when its lease has run out.
        await pause(2_000)
        await advance(server.url, 5)
        await allMailSent(postgres.database)
        assert.equal(await booksAgree(server.settings), 'The books agree.\n')
      } finally {
        await server?.stop()
        await provider.stop()
        await postgres.remove()
      }
    })
  }
})
