/** Before the server listens: it can be stopped, and the demo does not touch other data. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { describe, test } from 'node:test'
import { createPostgresDatabase, sqlite } from '../support/database.ts'
import { freePort, removeFolder, runTala, spawnTala, temporaryFolder } from '../support/tala.ts'

/** A database server that accepts connections but never answers, so that a start never ends. */
async function silentDatabase() {
  const sockets = new Set()
  let onConnected
  const connected = new Promise((resolve) => {
    onConnected = resolve
  })
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', onConnected)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `postgres://tala@127.0.0.1:${server.address().port}/tala`,
    /** Resolves when a client connects. */
    connected,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

async function createSettings(dataFolder, databaseUrl) {
  const port = await freePort()
  return {
    'server.listen': `127.0.0.1:${port}`,
    'server.public_url': `http://localhost:${port}`,
    'data.dir': dataFolder,
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
    test(`${signal} ends tala ${command} gracefully, which is logged`, async () => {
      const dataFolder = temporaryFolder()
      const database = await silentDatabase()
      try {
        const tala = spawnTala(await createSettings(dataFolder, database.url), command)
        await Promise.race([database.connected, tala.ended])
        tala.signal(signal)
        const { exit, output } = await tala.ended
        assert.equal(exit, 'code 0', output)
        assert.match(output, /stopped during start/)
      } finally {
        database.close()
        removeFolder(dataFolder)
      }
    })
  }
})

describe('the demo rejects a database with other data, and does not change it', () => {
  const TABLES = {
    sqlite: 'SELECT sql FROM sqlite_master ORDER BY name',
    postgres: `SELECT table_name || '.' || column_name FROM information_schema.columns
               WHERE table_schema = 'public' ORDER BY 1`,
  }

  async function expectRejected(open, { marks }) {
    const dataFolder = temporaryFolder()
    const database = await open(dataFolder)
    try {
      // An old schema, without tables that newer versions add.
      const idType = database.kind === 'sqlite' ? 'blob' : 'uuid'
      const statements = [
        `CREATE TABLE people (id ${idType} PRIMARY KEY)`,
        `INSERT INTO people (id) VALUES (${database.id(randomUUID())})`,
        ...(marks ? ['CREATE TABLE audit_log (action text)'] : []),
      ]
      await database.run(statements.join(';'))
      const before = { tables: await database.column(TABLES[database.kind]), files: readdirSync(dataFolder) }

      const { exit, output } = await spawnTala(await createSettings(dataFolder, database.url), 'demo').ended

      assert.equal(exit, 'code 1', output)
      assert.match(output, /this database was not created by the demo/)
      const after = { tables: await database.column(TABLES[database.kind]), files: readdirSync(dataFolder) }
      assert.deepEqual(after, before)
    } finally {
      await database.drop()
      removeFolder(dataFolder)
    }
  }

  const createSqlite = async (dataFolder) => sqlite(dataFolder)
  test('on SQLite', () => expectRejected(createSqlite, { marks: true }))
  test('on SQLite, from before the migration log', () => expectRejected(createSqlite, { marks: false }))
  test('on PostgreSQL', () => expectRejected(createPostgresDatabase, { marks: true }))
  test('on PostgreSQL, from before the migration log', () =>
    expectRejected(createPostgresDatabase, { marks: false }))

  test('also an empty database after `tala migrate`', async () => {
    const dataFolder = temporaryFolder()
    try {
      const settings = await createSettings(dataFolder, '')
      await runTala(settings, 'migrate')
      const database = sqlite(dataFolder)
      await database.run(
        `INSERT INTO people (id, name, created_at) VALUES (${database.id(randomUUID())}, 'A teacher', 0)`,
      )
      const { exit, output } = await spawnTala(settings, 'demo').ended
      assert.equal(exit, 'code 1', output)
      assert.match(output, /set data.dir or database.url to an empty one/)
    } finally {
      removeFolder(dataFolder)
    }
  })
})
