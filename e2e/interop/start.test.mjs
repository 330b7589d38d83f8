/** What happens before a server listens: it can be stopped, and the demo leaves other people's data alone. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { describe, test } from 'node:test'
import { freshPostgres, sqlite } from '../support/database.ts'
import { freePort, freshFolder, launchTala, removeFolder, runTala } from '../support/tala.ts'

/** A database server that takes connections and never says a word, so that a start never ends by itself. */
async function silentDatabase() {
  const sockets = new Set()
  let met
  const connected = new Promise((done) => {
    met = done
  })
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', met)
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `postgres://tala@127.0.0.1:${server.address().port}/tala`,
    /** When a server has begun to talk to it. */
    connected,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

async function settingsFor(dataFolder, databaseUrl) {
  const port = await freePort()
  return {
    'server.listen': `127.0.0.1:${port}`,
    'server.public_url': `http://localhost:${port}`,
    'data.folder': dataFolder,
    'database.url': databaseUrl,
    'secrets.master_key': 'only for tests, and of forty characters.',
  }
}

describe('stopping during the start', () => {
  for (const [command, signal] of [
    ['serve', 'SIGTERM'],
    ['serve', 'SIGINT'],
    ['worker', 'SIGTERM'],
    ['demo', 'SIGTERM'],
  ]) {
    test(`${signal} ends \`tala ${command}\` well, and the log says so`, async () => {
      const dataFolder = freshFolder()
      const database = await silentDatabase()
      try {
        const tala = launchTala(await settingsFor(dataFolder, database.url), command)
        await Promise.race([database.connected, tala.ended])
        tala.signal(signal)
        const { how, said } = await tala.ended
        assert.equal(how, 'code 0', said)
        assert.match(said, /stopped before the start was done/)
      } finally {
        database.close()
        removeFolder(dataFolder)
      }
    })
  }
})

describe('the demo refuses a database with people whom it did not make, and changes nothing in it', () => {
  const TABLES = {
    sqlite: 'SELECT sql FROM sqlite_master ORDER BY name',
    postgres: `SELECT table_name || '.' || column_name FROM information_schema.columns
               WHERE table_schema = 'public' ORDER BY 1`,
  }

  async function refused(open, { marks }) {
    const dataFolder = freshFolder()
    const database = await open(dataFolder)
    try {
      // An old schema: whatever a newer program would add to it is missing.
      const idType = database.kind === 'sqlite' ? 'blob' : 'uuid'
      const statements = [
        `CREATE TABLE people (id ${idType} PRIMARY KEY)`,
        `INSERT INTO people (id) VALUES (${database.id(randomUUID())})`,
        ...(marks ? ['CREATE TABLE audit_log (action text)'] : []),
      ]
      await database.run(statements.join(';'))
      const before = { tables: await database.column(TABLES[database.kind]), files: readdirSync(dataFolder) }

      const { how, said } = await launchTala(await settingsFor(dataFolder, database.url), 'demo').ended

      assert.equal(how, 'code 1', said)
      assert.match(said, /this database holds data that the demo did not make/)
      const after = { tables: await database.column(TABLES[database.kind]), files: readdirSync(dataFolder) }
      assert.deepEqual(after, before)
    } finally {
      await database.drop()
      removeFolder(dataFolder)
    }
  }

  const inFolder = async (dataFolder) => sqlite(dataFolder)
  test('on SQLite', () => refused(inFolder, { marks: true }))
  test('on SQLite, from before there was a log', () => refused(inFolder, { marks: false }))
  test('on PostgreSQL', () => refused(freshPostgres, { marks: true }))
  test('on PostgreSQL, from before there was a log', () => refused(freshPostgres, { marks: false }))

  test('also the database of a school that `tala migrate` has just brought up to date', async () => {
    const dataFolder = freshFolder()
    try {
      const settings = await settingsFor(dataFolder, '')
      await runTala(settings, 'migrate')
      const database = sqlite(dataFolder)
      await database.run(
        `INSERT INTO people (id, name, created_at) VALUES (${database.id(randomUUID())}, 'A teacher', 0)`,
      )
      const { how, said } = await launchTala(settings, 'demo').ended
      assert.equal(how, 'code 1', said)
      assert.match(said, /set data.folder or database.url to a fresh one/)
    } finally {
      removeFolder(dataFolder)
    }
  })
})
