/** SQL access to the server's database: SQLite in its data folder, or a new PostgreSQL database. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Settings } from './settings.ts'

export interface Database {
  kind: 'sqlite' | 'postgres'
  /** For `database.url`; empty for SQLite in the data folder. */
  url: string
  /** Settings of every server and command that uses it: its location, and the shared master key. */
  settings: Settings
  /** Runs statements in one transaction. */
  run(sql: string): Promise<void>
  /** The first column of each row, as text. */
  column(sql: string): Promise<string[]>
  /** A UUID as an SQL literal. */
  id(uuid: string): string
  /** An SQL expression that selects a UUID column in the usual text form. */
  idText(column: string): string
  drop(): Promise<void>
}

export function sqlite(dataFolder: string): Database {
  const open = <T>(work: (db: DatabaseSync) => T): T => {
    const db = new DatabaseSync(join(dataFolder, 'tala.db'))
    try {
      db.exec('PRAGMA busy_timeout = 10000')
      return work(db)
    } finally {
      db.close()
    }
  }
  return {
    kind: 'sqlite',
    url: '',
    settings: {},
    run: async (sql) => open((db) => db.exec(`BEGIN IMMEDIATE; ${sql}; COMMIT`)),
    column: async (sql) =>
      open((db) =>
        db
          .prepare(sql)
          .all()
          .map((row) => String(Object.values(row)[0])),
      ),
    id: (uuid) => `X'${uuid.replaceAll('-', '')}'`,
    idText: (column) =>
      [1, 9, 13, 17, 21]
        .map((from, part) => `substr(lower(hex(${column})), ${from}, ${[8, 4, 4, 4, 12][part]})`)
        .join(" || '-' || "),
    drop: async () => undefined,
  }
}

const execute = promisify(execFile)

async function psql(url: string, sql: string): Promise<string[]> {
  const args = [url, '-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-1', '-f', '-']
  const process = execute('psql', args, { maxBuffer: 64 * 1024 * 1024 })
  process.child.stdin?.end(sql)
  return (await process).stdout.split('\n').filter((line) => line !== '')
}

/** The server for test databases. Throws if there is none: a skipped test would look like a passed one. */
function postgresServerUrl(): string {
  const server = process.env.TALA_TEST_POSTGRES
  if (server) return server
  throw new Error(
    'this test needs PostgreSQL: TALA_TEST_POSTGRES is not set. Run the tests as `../scripts/with-postgres npm test`, ' +
      'or point TALA_TEST_POSTGRES at a server where databases may be made.',
  )
}

export async function createPostgresDatabase(): Promise<Database> {
  const server = postgresServerUrl()
  const name = `tala_e2e_${randomBytes(6).toString('hex')}`
  const command = (sql: string) => execute('psql', [server, '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-c', sql])
  await command(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return postgresAt(url.href, async () => void (await command(`DROP DATABASE ${name} WITH (FORCE)`)))
}

/** An existing database. */
export function postgresAt(url: string, drop: () => Promise<void>): Database {
  return {
    kind: 'postgres',
    url,
    settings: { 'database.url': url, 'secrets.master_key': randomBytes(32).toString('hex') },
    run: async (sql) => void (await psql(url, sql)),
    column: (sql) => psql(url, sql),
    id: (uuid) => `'${uuid}'`,
    idText: (column) => column,
    drop,
  }
}

/**
 * Waits until no mail is in progress: each is sent, dead, or delayed after a failure. Moving the
 * demo's clock earlier would end a worker's lease, and the mail would be sent twice.
 */
export function waitForMailsInProgress(database: Database): Promise<void> {
  return waitForZero(database, "SELECT count(*) FROM outbox WHERE state = 'ready' AND last_error IS NULL")
}

/** Waits until all mails are sent. */
export function waitForAllMailsSent(database: Database): Promise<void> {
  return waitForZero(database, "SELECT count(*) FROM outbox WHERE state <> 'done'")
}

/** Moves every completed class back by some days, after the worker has completed the demo's past classes. */
export async function moveClassesBack(database: Database, days: number): Promise<void> {
  await waitForZero(
    database,
    `SELECT count(*) FROM bookings WHERE status = 'confirmed' AND ends_at <= ${Date.now()}000`,
  )
  const micros = days * 86_400_000_000
  await database.run(
    `UPDATE bookings SET starts_at = starts_at - ${micros}, ends_at = ends_at - ${micros} WHERE status = 'completed'`,
  )
}

/** When the next class of the school starts. */
export async function nextClassStart(database: Database): Promise<Date> {
  const ahead = `status = 'confirmed' AND starts_at > ${Date.now()}000`
  const [micros] = await database.column(`SELECT min(starts_at) FROM bookings WHERE ${ahead}`)
  return new Date(Number(micros) / 1000)
}

async function waitForZero(database: Database, sql: string): Promise<void> {
  const deadline = Date.now() + 30_000
  for (;;) {
    const [count] = await database.column(sql)
    if (count === '0') return
    if (Date.now() > deadline) throw new Error(`still ${count}: ${sql}`)
    await pause(20)
  }
}
