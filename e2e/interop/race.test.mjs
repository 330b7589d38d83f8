/** 200 students want one slot at the same time, through one server and through two on one PostgreSQL. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { book, callOk, countReplies, freeSlots } from '../support/api.ts'
import { createStudents, openSchool, signInPadma } from '../support/load-clients.ts'
import { checkLedger, startTala } from '../support/tala.ts'

const STUDENTS = 200

async function testRace(kind, processes) {
  const name = `race-${kind}-${processes}`
  const school = await openSchool(kind, name)
  const start = (_, number) =>
    startTala({
      name: `${name}-${number + 1}`,
      command: 'serve',
      dataFolder: school.dataFolder,
      settings: school.settings,
    })
  const servers = []
  try {
    servers.push(...(await Promise.all(Array.from({ length: processes }, start))))
    const [first] = servers
    const teacher = await signInPadma(first.url, school.provider)
    const students = await createStudents(first.url, school, {
      size: STUDENTS,
      credits: 1,
      teacherId: teacher.id,
    })
    const slots = await freeSlots(first.url, students[0].token)
    const wanted = slots.find((slot) => slot.isVirtualSlot)

    const replies = await Promise.all(
      students.map((student, index) => book(servers[index % processes].url, student, wanted)),
    )

    const accepted = replies.filter((reply) => reply.status === 200)
    const rejected = replies.filter((reply) => reply.status !== 200)
    assert.deepEqual(countReplies(rejected), { '409 slot_taken': STUDENTS - 1 })
    assert.equal(accepted.length, 1)
    for (const { body } of rejected) {
      assert.ok(body.slots.length > 20, 'the rejection lists the free slots')
      assert.ok(!body.slots.some((slot) => slot._id === wanted._id), 'the taken hour is not among them')
    }

    const group = slots.find((slot) => slot.classTypeKey === 'Group')
    const losers = students.filter((_, index) => replies[index].status !== 200)
    const seats = await Promise.all(
      losers.map((student, index) => book(servers[index % processes].url, student, group)),
    )
    assert.deepEqual(countReplies(seats), {
      200: group.seatsLeft,
      '409 slot_taken': losers.length - group.seatsLeft,
    })

    const booked = await callOk(servers.at(-1).url, `/api/bookings?teacherId=${teacher.id}&limit=100`, {
      token: teacher.token,
    })
    assert.equal(booked.filter((booking) => booking.dateTime === wanted.dateTime).length, 1)
    assert.equal(booked.filter((booking) => booking.dateTime === group.dateTime).length, group.seatsLeft)
    assert.equal(await checkLedger(first.settings), 'Ledger check: balanced\n')
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await school.close()
  }
}

describe(`${STUDENTS} students race for one slot`, () => {
  test('one server on SQLite', () => testRace('sqlite', 1))
  test('one server on PostgreSQL', () => testRace('postgres', 1))
  test('two servers on one PostgreSQL', () => testRace('postgres', 2))
})
