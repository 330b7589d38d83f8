/**
 * After `kill -9` at any time under load, no confirmed booking is lost, the ledger check passes,
 * and both mails of every booking are sent at least once and at most twice.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { advanceClock, book, callOk, freeSlots } from '../support/api.ts'
import { waitForAllMailsSent } from '../support/database.ts'
import { createStudents, openAllHours, openSchool, signInPadma } from '../support/load-clients.ts'
import { checkLedger, freePort, startTala } from '../support/tala.ts'

const ROUNDS = Number(process.env.TALA_E2E_ROUNDS ?? 12)
const SEED = Number(process.env.TALA_E2E_SEED ?? 20261121)
const STUDENTS = 40
const CLIENTS = 8
const LEASE_SECONDS = 180
const MIN_FREE_SLOTS = 100

/** Mulberry32: the same seed gives the same kills. */
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

  /** Returns whether it was confirmed. Throws if the connection broke. */
  async send(url, { student, slot, key }) {
    const { status, body } = await book(url, student, slot, { 'idempotency-key': key })
    if (status === 200) {
      this.confirmed.set(body.booking.bookingId, { student, slot, key })
      return true
    }
    const rejection = `${status} ${body.code}`
    this.refusals[rejection] = (this.refusals[rejection] ?? 0) + 1
    assert.ok(['409 slot_taken', '409 student_busy'].includes(rejection), `unexpected refusal ${rejection}`)
    return false
  }

  /** Repeats each unanswered request with the same key, as clients do. */
  async retryUnanswered(url) {
    for (const attempt of this.unanswered.splice(0)) await this.send(url, attempt)
  }
}

/** Counts mails in the mailbox by Message-ID. */
function countMails(dataFolder, seen) {
  for (const file of readdirSync(join(dataFolder, 'mailbox'))) if (file.endsWith('.json')) seen.add(file)
  const counts = new Map()
  for (const file of seen) {
    const id = file.replace(/^\d+-/, '').replace(/(\.\d+)?\.json$/, '')
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}

async function testCrashes(t, kind) {
  const school = await openSchool(kind, `crash-${kind}`)
  const random = randomFrom(SEED)
  const port = await freePort()
  const start = () =>
    startTala({ name: `crash-${kind}`, dataFolder: school.dataFolder, port, settings: school.settings })
  let server
  try {
    server = await start()
    await advanceClock(server.url, 0)
    const teacher = await signInPadma(server.url, school.provider)
    await openAllHours(server.url, teacher)
    const students = await createStudents(server.url, school, {
      size: STUDENTS,
      credits: Math.max(60, ROUNDS * 2),
      teacherId: teacher.id,
      expiresIn: 700,
    })
    const load = new Load(students, random)
    const mails = new Set()
    for (let round = 1; round <= ROUNDS; round += 1) {
      await runRound(server, load, random)
      const { settings } = server
      server = undefined
      countMails(school.dataFolder, mails)
      assert.equal(await checkLedger(settings), 'Ledger check: balanced\n', `round ${round}`)
      await assertNoneLost(school.database, load, `round ${round}`)
      expireLeases(school.dataFolder)
      server = await start()
      await load.retryUnanswered(server.url)
      await waitForAllMailsSent(school.database)
      await advanceIfFull(server.url, school, students[0].token, mails)
    }
    await assertStudentsSeeBookings(server.url, load)
    await assertMailed(school, countMails(school.dataFolder, mails), t)
    assert.equal(await checkLedger(server.settings), 'Ledger check: balanced\n')
  } finally {
    await server?.stop()
    await school.close()
  }
}

/**
 * Many rounds fill the bookable weeks, so the clock moves by a week. Its reminders displace older
 * mails from the mailbox, so those are counted first.
 */
async function advanceIfFull(url, school, token, mails) {
  if ((await freeSlots(url, token)).length > MIN_FREE_SLOTS) return
  countMails(school.dataFolder, mails)
  await advanceClock(url, 7 * 24 * 60)
  await waitForAllMailsSent(school.database)
}

async function runRound(server, load, random) {
  let remaining = 4 + Math.floor(random() * 30)
  const delayMs = random() * 25
  let killed
  await load.run(server.url, () => {
    remaining -= 1
    if (remaining <= 0) killed ??= pause(delayMs).then(() => server.kill())
  })
  await killed
}

/**
 * Mails that the killed server was about to send are sent after its lease has expired. The clock is
 * moved while no server runs, so that no lease of a living worker ends.
 */
function expireLeases(dataFolder) {
  const clock = join(dataFolder, 'clock')
  const added = Number(readFileSync(clock, 'utf8'))
  writeFileSync(clock, String(added + LEASE_SECONDS))
}

async function assertNoneLost(database, load, when) {
  const stored = new Set(
    (await database.column(uuidText(database, 'id', `FROM bookings WHERE status <> 'cancelled'`))).map(
      withoutHyphens,
    ),
  )
  const lost = [...load.confirmed.keys()].filter((id) => !stored.has(withoutHyphens(id)))
  assert.deepEqual(lost, [], `${when}: lost confirmed bookings`)
}

function uuidText({ kind }, column, rest) {
  return kind === 'sqlite' ? `SELECT lower(hex(${column})) ${rest}` : `SELECT ${column} ${rest}`
}

function withoutHyphens(id) {
  return id.replaceAll('-', '')
}

async function assertStudentsSeeBookings(url, load) {
  for (const student of load.students) {
    const listed = await callOk(url, `/api/bookings?studentId=${student.id}&limit=100`, {
      token: student.token,
    })
    const own = [...load.confirmed].filter(([, attempt]) => attempt.student === student)
    const seen = new Set(listed.map((booking) => booking.bookingId))
    assert.deepEqual(
      own.map(([id]) => id).filter((id) => !seen.has(id)),
      [],
      `${student.name} does not see every booking`,
    )
  }
}

/** Checks bookings made under load; the demo's own classes have no mails. */
async function assertMailed({ database }, counts, t) {
  const subjectIds = await database.column(
    uuidText(database, 'subject_id', `FROM outbox WHERE topic = 'booking_confirmed_student' ORDER BY id`),
  )
  assert.ok(subjectIds.length >= ROUNDS * 4, `only ${subjectIds.length} bookings were made`)
  const byBooking = new Map([...counts].map(([id, count]) => [withoutHyphens(id), count]))
  const unexpected = []
  for (const id of subjectIds.map(withoutHyphens)) {
    for (const who of ['student', 'teacher']) {
      const count = byBooking.get(`bookingrequest0${who}${id}`) ?? 0
      if (count < 1 || count > 2) unexpected.push(`${who} of ${id}: ${count}`)
    }
  }
  assert.deepEqual(unexpected, [])
  const twice = [...counts.values()].filter((count) => count === 2).length
  t.diagnostic(`${subjectIds.length} bookings, ${twice} mails were sent twice`)
}

describe(`killed ${ROUNDS} times under load (seed ${SEED})`, () => {
  test('on SQLite', (t) => testCrashes(t, 'sqlite'))
  test('on PostgreSQL', (t) => testCrashes(t, 'postgres'))
})
