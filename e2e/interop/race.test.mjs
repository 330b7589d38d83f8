/** 200 students want one hour at the same moment, through one server and through two on one PostgreSQL. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { answers, ask, book, freeSlots } from '../support/api.ts'
import { joinCrowd, openSchool, padma } from '../support/crowd.ts'
import { booksAgree, startTala } from '../support/tala.ts'

const CROWD = 200

async function race(kind, processes) {
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
    const teacher = await padma(first.url, school.provider)
    const students = await joinCrowd(first.url, school, { size: CROWD, credits: 1, teacherId: teacher.id })
    const slots = await freeSlots(first.url, students[0].token)
    const wanted = slots.find((slot) => slot.isVirtualSlot)

    const replies = await Promise.all(
      students.map((student, index) => book(servers[index % processes].url, student, wanted)),
    )

    const won = replies.filter((reply) => reply.status === 200)
    const lost = replies.filter((reply) => reply.status !== 200)
    assert.deepEqual(answers(lost), { '409 slot_taken': CROWD - 1 })
    assert.equal(won.length, 1)
    for (const { body } of lost) {
      assert.ok(body.slots.length > 20, 'a refusal brings the slots that are still free')
      assert.ok(!body.slots.some((slot) => slot._id === wanted._id), 'the taken hour is not among them')
    }

    const group = slots.find((slot) => slot.classTypeKey === 'Group')
    const losers = students.filter((_, index) => replies[index].status !== 200)
    const seats = await Promise.all(
      losers.map((student, index) => book(servers[index % processes].url, student, group)),
    )
    assert.deepEqual(answers(seats), {
      200: group.seatsLeft,
      '409 slot_taken': losers.length - group.seatsLeft,
    })

    const booked = await ask(servers.at(-1).url, `/api/bookings?teacherId=${teacher.id}&limit=100`, {
      token: teacher.token,
    })
    assert.equal(booked.filter((booking) => booking.dateTime === wanted.dateTime).length, 1)
    assert.equal(booked.filter((booking) => booking.dateTime === group.dateTime).length, group.seatsLeft)
    assert.equal(await booksAgree(first.settings), 'The books agree.\n')
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await school.close()
  }
}

describe(`${CROWD} students race for one hour`, () => {
  test('one server on SQLite', () => race('sqlite', 1))
  test('one server on PostgreSQL', () => race('postgres', 1))
  test('two servers on one PostgreSQL', () => race('postgres', 2))
})
