/** SQL against the server's own database: SQLite in its data folder, or a fresh PostgreSQL database. */
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
  /** What every server and command is told that uses it: where it is, and the master key that all of them share. */
  settings: Settings
  /** Runs statements; all of them or none. */
  run(sql: string): Promise<void>
  /** The first column of each row, as text. */
  column(sql: string): Promise<string[]>
  /** A UUID as a literal. */
  id(uuid: string): string
  /** What a query selects for a column with UUIDs, so that they come as everybody else writes them. */
  shownId(column: string): string
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
    shownId: (column) =>
      [1, 9, 13, 17, 21]
        .map((from, part) => `substr(lower(hex(${column})), ${from}, ${[8, 4, 4, 4, 12][part]})`)
        .join(" || '-' || "),
    drop: async () => undefined,
  }
}

const execute = promisify(execFile)

async function psql(url: string, sql: string): Promise<string[]> {
  const words = [url, '-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-1', '-f', '-']
  const running = execute('psql', words, { maxBuffer: 64 * 1024 * 1024 })
  running.child.stdin?.end(sql)
  return (await running).stdout.split('\n').filter((line) => line !== '')
}

/** Where tests may make databases. Nothing is skipped for want of it: a test that did not run would look like one that passed. */
function postgresServer(): string {
  const server = process.env.TALA_TEST_POSTGRES
  if (server) return server
  throw new Error(
    'this test needs PostgreSQL: TALA_TEST_POSTGRES is not set. Run the tests as `../scripts/with-postgres npm test`, ' +
      'or point TALA_TEST_POSTGRES at a server where databases may be made.',
  )
}

export async function freshPostgres(): Promise<Database> {
  const server = postgresServer()
  const name = `tala_e2e_${randomBytes(6).toString('hex')}`
  const command = (sql: string) => execute('psql', [server, '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-c', sql])
  await command(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return postgresAt(url.href, async () => void (await command(`DROP DATABASE ${name} WITH (FORCE)`)))
}

/** A database that is there already. */
export function postgresAt(url: string, drop: () => Promise<void>): Database {
  return {
    kind: 'postgres',
    url,
    settings: { 'database.url': url, 'secrets.master_key': randomBytes(32).toString('hex') },
    run: async (sql) => void (await psql(url, sql)),
    column: (sql) => psql(url, sql),
    id: (uuid) => `'${uuid}'`,
    shownId: (column) => column,
    drop,
  }
}

/**
 * Waits until no mail is on its way: each is done, dead, or put back after a failure. Only then may the demo's clock be
 * moved, or a lease would end under a living worker and the mail would go out twice.
 */
export function noMailOnItsWay(database: Database): Promise<void> {
  return none(database, "SELECT count(*) FROM outbox WHERE state = 'ready' AND last_error IS NULL")
}

/** Waits until every mail has gone out. */
export function allMailSent(database: Database): Promise<void> {
  return none(database, "SELECT count(*) FROM outbox WHERE state <> 'done'")
}

/** Puts every class that was taught so many days back; those of the demo count as taught once its worker has seen them. */
export async function putBack(database: Database, days: number): Promise<void> {
  await none(
    database,
    `SELECT count(*) FROM bookings WHERE status = 'confirmed' AND ends_at <= ${Date.now()}000`,
  )
  const micros = days * 86_400_000_000
  await database.run(
    `UPDATE bookings SET starts_at = starts_at - ${micros}, ends_at = ends_at - ${micros} WHERE status = 'completed'`,
  )
}

/** When the next class of all begins. */
export async function nextClass(database: Database): Promise<Date> {
  const ahead = `status = 'confirmed' AND starts_at > ${Date.now()}000`
  const [micros] = await database.column(`SELECT min(starts_at) FROM bookings WHERE ${ahead}`)
  return new Date(Number(micros) / 1000)
}

async function none(database: Database, sql: string): Promise<void> {
  const end = Date.now() + 30_000
  for (;;) {
    const [count] = await database.column(sql)
    if (count === '0') return
    if (Date.now() > end) throw new Error(`still ${count}: ${sql}`)
    await pause(20)
  }
}
