/** Slow clients, open connections and oversized requests do not delay others. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort, removeFolder, startTala, temporaryFolder } from '../support/tala.ts'

const SLOW_CLIENTS = 400
/** The long version waits until the server has closed all slow connections. */
const WAITS_FOR_CLOSE = process.env.TALA_E2E_PATIENCE === '1'

let server
let port
let folder

before(async () => {
  port = await freePort()
  folder = temporaryFolder()
  server = await startTala({ name: 'slow', command: 'serve', port, dataFolder: folder })
})

after(async () => {
  await server?.stop()
  removeFolder(folder)
})

/** Opens a connection that sends this text; resolves with how it ended. */
function openConnection(first) {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  let received = ''
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1')
  })
  socket.on('error', () => undefined)
  const startedAt = Date.now()
  const closed = new Promise((resolve) =>
    socket.once('close', () => resolve({ received, seconds: (Date.now() - startedAt) / 1_000 })),
  )
  socket.once('connect', () => first !== '' && socket.write(first))
  return { socket, closed }
}

async function slowestResponse(requests) {
  let slowestMs = 0
  for (let number = 0; number < requests; number += 1) {
    const startedAt = Date.now()
    const reply = await fetch(`${server.url}/api/config`)
    assert.equal(reply.status, 200)
    await reply.arrayBuffer()
    slowestMs = Math.max(slowestMs, Date.now() - startedAt)
  }
  return slowestMs
}

const SLOW_REQUESTS = {
  'silent sockets': '',
  'slowly sent headers': 'GET /api/config HTTP/1.1\r\nhost: x\r\nx-a: ',
  'slowly sent bodies': `POST /api/waitlist HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{`,
  'slowly sent sign-in forms': `POST /id/token HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 5000\r\n\r\na`,
}

describe('while clients are slow', () => {
  for (const [what, first] of Object.entries(SLOW_REQUESTS)) {
    test(`${SLOW_CLIENTS} ${what} do not delay others`, { timeout: 240_000 }, async (t) => {
      const connections = Array.from({ length: SLOW_CLIENTS }, () => openConnection(first))
      const timer = setInterval(() => {
        if (first !== '') for (const { socket } of connections) if (socket.writable) socket.write('a')
      }, 1_000)
      try {
        await pause(1_500)
        const worst = await slowestResponse(50)
        t.diagnostic(`the slowest of 50 others took ${worst} ms`)
        assert.ok(worst < 2_000, `${worst} ms`)
        if (!WAITS_FOR_CLOSE) return
        const ended = await Promise.all(connections.map(({ closed }) => closed))
        const longest = Math.max(...ended.map(({ seconds }) => seconds))
        t.diagnostic(`all were hung up on, the last after ${longest.toFixed(0)} s`)
        assert.ok(longest < 170, `${longest} s`)
      } finally {
        clearInterval(timer)
        for (const { socket } of connections) socket.destroy()
      }
    })
  }
})

describe('oversized requests are rejected at once', () => {
  for (const [what, request, status] of [
    ['a URL', `GET /${'p'.repeat(300_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, '414|431'],
    ['a header field', `GET /api/config HTTP/1.1\r\nhost: x\r\nx-a: ${'f'.repeat(300_000)}\r\n\r\n`, '431'],
    ['many header fields', `GET /api/config HTTP/1.1\r\nhost: x\r\n${'x-a: b\r\n'.repeat(500)}\r\n`, '431'],
    [
      'a body',
      `POST /api/waitlist HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99999999\r\n\r\n${'x'.repeat(70_000)}`,
      '413',
    ],
    [
      'a sign-in form',
      `POST /id/token HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 99999999\r\n\r\n${'x'.repeat(40_000)}`,
      '413',
    ],
  ]) {
    test(what, async () => {
      const { closed } = openConnection(request)
      const { received, seconds } = await closed
      assert.match(received, new RegExp(`^HTTP/1.1 (${status}) `))
      assert.ok(seconds < 5)
    })
  }

  test('two content lengths are rejected', async () => {
    const { closed } = openConnection(
      'POST /api/waitlist HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ncontent-length: 9\r\n\r\nabcdefghi',
    )
    assert.equal((await closed).received.slice(0, 12), 'HTTP/1.1 400')
  })
})
