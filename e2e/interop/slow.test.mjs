/** Visitors who dawdle, hold connections open or send far too much keep nobody else waiting. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, freshFolder, removeFolder, startTala } from '../support/tala.ts'

const SLOW = 400
/** The long version waits until the server has hung up on all of them. */
const PATIENT = process.env.TALA_E2E_PATIENCE === '1'

let server
let port
let folder

before(async () => {
  port = await freePort()
  folder = freshFolder()
  server = await startTala({ name: 'slow', command: 'serve', port, dataFolder: folder })
})

after(async () => {
  await server?.stop()
  removeFolder(folder)
})

/** A connection that says this, and how it ended. */
function say(first) {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  let said = ''
  socket.on('data', (bytes) => {
    said += bytes.toString('latin1')
  })
  socket.on('error', () => undefined)
  const begun = Date.now()
  const closed = new Promise((done) =>
    socket.once('close', () => done({ said, seconds: (Date.now() - begun) / 1_000 })),
  )
  socket.once('connect', () => first !== '' && socket.write(first))
  return { socket, closed }
}

async function slowest(requests) {
  let worst = 0
  for (let number = 0; number < requests; number += 1) {
    const begun = Date.now()
    const reply = await fetch(`${server.url}/api/config`)
    assert.equal(reply.status, 200)
    await reply.arrayBuffer()
    worst = Math.max(worst, Date.now() - begun)
  }
  return worst
}

const DAWDLERS = {
  'silent sockets': '',
  'heads in drops': 'GET /api/config HTTP/1.1\r\nhost: x\r\nx-a: ',
  'bodies in drops': `POST /api/waitlist HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{`,
  'sign-in forms in drops': `POST /id/token HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 5000\r\n\r\na`,
}

describe('while others dawdle', () => {
  for (const [what, first] of Object.entries(DAWDLERS)) {
    test(`${SLOW} ${what} keep nobody waiting`, { timeout: 240_000 }, async (t) => {
      const crowd = Array.from({ length: SLOW }, () => say(first))
      const drip = setInterval(() => {
        if (first !== '') for (const { socket } of crowd) if (socket.writable) socket.write('a')
      }, 1_000)
      try {
        await pause(1_500)
        const worst = await slowest(50)
        t.diagnostic(`the slowest of 50 others took ${worst} ms`)
        assert.ok(worst < 2_000, `${worst} ms`)
        if (!PATIENT) return
        const ended = await Promise.all(crowd.map(({ closed }) => closed))
        const longest = Math.max(...ended.map(({ seconds }) => seconds))
        t.diagnostic(`all were hung up on, the last after ${longest.toFixed(0)} s`)
        assert.ok(longest < 170, `${longest} s`)
      } finally {
        clearInterval(drip)
        for (const { socket } of crowd) socket.destroy()
      }
    })
  }
})

describe('what is far too large is refused at once', () => {
  for (const [what, request, status] of [
    ['an address', `GET /${'p'.repeat(300_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, '414|431'],
    ['a header field', `GET /api/config HTTP/1.1\r\nhost: x\r\nx-a: ${'f'.repeat(300_000)}\r\n\r\n`, '431'],
    ['many header fields', `GET /api/config HTTP/1.1\r\nhost: x\r\n${'x-a: b\r\n'.repeat(500)}\r\n`, '431'],
    [
      'a body',
      `POST /api/waitlist HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99999999\r\n\r\n${'x'.repeat(70_000)}`,
      '413',
    ],
    [
      'a form for the sign-in',
      `POST /id/token HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 99999999\r\n\r\n${'x'.repeat(40_000)}`,
      '413',
    ],
  ]) {
    test(what, async () => {
      const { closed } = say(request)
      const { said, seconds } = await closed
      assert.match(said, new RegExp(`^HTTP/1.1 (${status}) `))
      assert.ok(seconds < 5)
    })
  }

  test('and two lengths for one body are no request', async () => {
    const { closed } = say(
      'POST /api/waitlist HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ncontent-length: 9\r\n\r\nabcdefghi',
    )
    assert.equal((await closed).said.slice(0, 12), 'HTTP/1.1 400')
  })
})
