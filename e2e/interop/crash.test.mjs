/**
 * Killed at any moment under load (`kill -9`), a school loses no booking that it has confirmed, its books agree, and
 * every booking's two mails go out once, at worst twice, never zero times.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { advance, ask, book, freeSlots } from '../support/api.ts'
import { joinCrowd, openAllHours, openSchool, padma } from '../support/crowd.ts'
import { allMailSent } from '../support/database.ts'
import { booksAgree, freePort, startTala } from '../support/tala.ts'

const ROUNDS = Number(process.env.TALA_E2E_ROUNDS ?? 12)
const SEED = Number(process.env.TALA_E2E_SEED ?? 20261121)
const STUDENTS = 40
const CLIENTS = 8
const LEASE_SECONDS = 180
const ENOUGH_HOURS = 100

/** Mulberry32: the same seed, the same kills. */
function randomFrom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

class Load {
  confirmed = new Map()
  unanswered = []
  refusals = {}

  constructor(students, random) {
    this.students = students
    this.random = random
  }

  pick(list) {
    return list[Math.floor(this.random() * list.length)]
  }

  /** Books until the server is gone; calls `onConfirmed` after each confirmation. */
  async run(url, onConfirmed) {
    const slots = await freeSlots(url, this.students[0].token)
    const client = async () => {
      for (;;) {
        const attempt = { student: this.pick(this.students), slot: this.pick(slots), key: randomUUID() }
        try {
          if (!(await this.send(url, attempt))) continue
        } catch {
          this.unanswered.push(attempt)
          return
        }
        onConfirmed()
      }
    }
    await Promise.all(Array.from({ length: CLIENTS }, client))
  }

  /** True when it was confirmed. Throws when the connection broke. */
  async send(url, { student, slot, key }) {
    const { status, body } = await book(url, student, slot, { 'idempotency-key': key })
    if (status === 200) {
      this.confirmed.set(body.booking.bookingId, { student, slot, key })
      return true
    }
    const refusal = `${status} ${body.code}`
    this.refusals[refusal] = (this.refusals[refusal] ?? 0) + 1
    assert.ok(['409 slot_taken', '409 student_busy'].includes(refusal), `unexpected refusal ${refusal}`)
    return false
  }

  /** What a client does that never saw an answer: the same request again, with the same key. */
  async retryUnanswered(url) {
    for (const attempt of this.unanswered.splice(0)) await this.send(url, attempt)
  }
}

/** How often each mail lies in the mailbox, by its Message-ID. */
function countMails(dataFolder, seen) {
  for (const file of readdirSync(join(dataFolder, 'mailbox'))) if (file.endsWith('.json')) seen.add(file)
  const counts = new Map()
  for (const file of seen) {
    const id = file.replace(/^\d+-/, '').replace(/(\.\d+)?\.json$/, '')
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}

async function crashes(t, kind) {
  const school = await openSchool(kind, `crash-${kind}`)
  const random = randomFrom(SEED)
  const port = await freePort()
  const start = () =>
    startTala({ name: `crash-${kind}`, dataFolder: school.dataFolder, port, settings: school.settings })
  let server
  try {
    server = await start()
    await advance(server.url, 0)
    const teacher = await padma(server.url, school.provider)
    await openAllHours(server.url, teacher)
    const students = await joinCrowd(server.url, school, {
      size: STUDENTS,
      credits: Math.max(60, ROUNDS * 2),
      teacherId: teacher.id,
      expiresIn: 700,
    })
    const load = new Load(students, random)
    const mails = new Set()
    for (let round = 1; round <= ROUNDS; round += 1) {
      await oneRound(server, load, random)
      const { settings } = server
      server = undefined
      countMails(school.dataFolder, mails)
      assert.equal(await booksAgree(settings), 'The books agree.\n', `round ${round}`)
      await assertAllThere(school.database, load, `round ${round}`)
      letLeasesRunOut(school.dataFolder)
      server = await start()
      await load.retryUnanswered(server.url)
      await allMailSent(school.database)
      await openMoreDays(server.url, school, students[0].token, mails)
    }
    await assertStudentsSeeTheirs(server.url, load)
    await assertMailed(school, countMails(school.dataFolder, mails), t)
    assert.equal(await booksAgree(server.settings), 'The books agree.\n')
  } finally {
    await server?.stop()
    await school.close()
  }
}

/**
 * Many rounds fill the weeks that can be booked; then a week passes. Its reminders push older mails out of the mailbox, so
 * those are counted first.
 */
async function openMoreDays(url, school, token, mails) {
  if ((await freeSlots(url, token)).length > ENOUGH_HOURS) return
  countMails(school.dataFolder, mails)
  await advance(url, 7 * 24 * 60)
  await allMailSent(school.database)
}

async function oneRound(server, load, random) {
  let left = 4 + Math.floor(random() * 30)
  const moment = random() * 25
  let dead
  await load.run(server.url, () => {
    left -= 1
    if (left <= 0) dead ??= pause(moment).then(() => server.kill())
  })
  await dead
}

/**
 * What the dead server was about to send is sent when its lease has run out. The clock is moved while nobody runs, so
 * that no lease ends under a living worker.
 */
function letLeasesRunOut(dataFolder) {
  const clock = join(dataFolder, 'clock')
  const added = Number(readFileSync(clock, 'utf8'))
  writeFileSync(clock, String(added + LEASE_SECONDS))
}

async function assertAllThere(database, load, when) {
  const there = new Set(
    (await database.column(uuidText(database, 'id', `FROM bookings WHERE status <> 'cancelled'`))).map(plain),
  )
  const lost = [...load.confirmed.keys()].filter((id) => !there.has(plain(id)))
  assert.deepEqual(lost, [], `${when}: confirmed bookings that are gone`)
}

function uuidText({ kind }, column, rest) {
  return kind === 'sqlite' ? `SELECT lower(hex(${column})) ${rest}` : `SELECT ${column} ${rest}`
}

function plain(id) {
  return id.replaceAll('-', '')
}

async function assertStudentsSeeTheirs(url, load) {
  for (const student of load.students) {
    const listed = await ask(url, `/api/bookings?studentId=${student.id}&limit=100`, { token: student.token })
    const own = [...load.confirmed].filter(([, attempt]) => attempt.student === student)
    const seen = new Set(listed.map((booking) => booking.bookingId))
    assert.deepEqual(
      own.map(([id]) => id).filter((id) => !seen.has(id)),
      [],
      `${student.name} does not see every booking`,
    )
  }
}

/** Of the bookings made under load; the demo's own classes were seeded without mails. */
async function assertMailed({ database }, counts, t) {
  const filed = await database.column(
    uuidText(database, 'subject_id', `FROM outbox WHERE topic = 'booking_confirmed_student' ORDER BY id`),
  )
  assert.ok(filed.length >= ROUNDS * 4, `only ${filed.length} bookings were made`)
  const byBooking = new Map([...counts].map(([id, count]) => [plain(id), count]))
  const wrong = []
  for (const id of filed.map(plain)) {
    for (const who of ['student', 'teacher']) {
      const count = byBooking.get(`bookingrequest0${who}${id}`) ?? 0
      if (count < 1 || count > 2) wrong.push(`${who} of ${id}: ${count}`)
    }
  }
  assert.deepEqual(wrong, [])
  const twice = [...counts.values()].filter((count) => count === 2).length
  t.diagnostic(`${filed.length} bookings, ${twice} mails were sent twice`)
}

describe(`killed ${ROUNDS} times under load (seed ${SEED})`, () => {
  test('on SQLite', (t) => crashes(t, 'sqlite'))
  test('on PostgreSQL', (t) => crashes(t, 'postgres'))
})
