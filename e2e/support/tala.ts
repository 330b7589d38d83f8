/** Starts and stops the real `tala` binary, each time on a port and a data folder of its own. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type Database, sqlite } from './database.ts'
import type { Settings } from './settings.ts'

const HERE = import.meta.dirname
const BINARY = resolve(process.env.TALA_BIN ?? join(HERE, '../../target/debug/tala'))
const LOGS = join(HERE, '../logs-out')
const START_WITHIN_MS = 60_000
const STOP_WITHIN_MS = 40_000

export interface TalaOptions {
  /** Names the log file. */
  name: string
  /** `demo` has people, `/dev/…` and a clock that can be moved; on a database that the demo has filled before, it adds nothing. */
  command?: 'demo' | 'serve'
  /** Kept when given; otherwise a fresh one that goes with the server. */
  dataFolder?: string
  port?: number
  /** Settings such as `mail.smtp_url`. */
  settings?: Settings
  /** Instead of SQLite in the data folder. */
  database?: Database
}

/** A running server. */
export interface Tala {
  url: string
  dataFolder: string
  database: Database
  logFile: string
  settings: Settings
  pid: number
  /** Asks it to finish, and waits. Fails when it does not end well. */
  stop(): Promise<void>
  /** Ends it as a power cut would. */
  kill(): Promise<void>
}

/** A free port chosen by the system, or `port` itself; rejects when that is in use. */
export async function freePort(port = 0): Promise<number> {
  const server = createServer()
  await new Promise<void>((done, fail) => server.once('error', fail).listen(port, '127.0.0.1', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** A free port below those that the system assigns (from 32,768 on), so that nobody takes it between two servers. */
export async function lastingPort(): Promise<number> {
  for (;;) {
    const port = await freePort(10_000 + randomInt(10_000)).catch(() => null)
    if (port !== null) return port
  }
}

export function freshFolder(): string {
  return mkdtempSync(join(tmpdir(), 'tala-e2e-'))
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

/** Settings as the environment carries them: `mail.smtp_url` is `TALA__MAIL__SMTP_URL`. */
function environment(settings: Settings): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('TALA_'))
  const given = Object.entries(settings).map(([name, value]) => [
    `TALA__${name.toUpperCase().replaceAll('.', '__')}`,
    value,
  ])
  return Object.fromEntries([...own, ...given])
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export async function startTala(options: TalaOptions): Promise<Tala> {
  const { name, command = 'demo', port = await freePort(), dataFolder = freshFolder() } = options
  const url = `http://localhost:${port}`
  const database = options.database ?? sqlite(dataFolder)
  const settings = {
    'server.listen': `127.0.0.1:${port}`,
    'server.public_url': url,
    'server.requests_per_second': '0',
    'data.folder': dataFolder,
    ...database.settings,
    ...options.settings,
  }
  mkdirSync(LOGS, { recursive: true })
  const logFile = join(LOGS, `${name.replaceAll(/[^a-z0-9]+/gi, '-')}-${port}.log`)
  const log = createWriteStream(logFile, { flags: 'a' })
  const child = spawn(BINARY, [command], { env: environment(settings), stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  const exited = new Promise<string>((done) => {
    child.once('error', (error) => done(`${error}`))
    child.once('exit', (code, signal) => done(signal ?? `code ${code}`))
  }).then((how) => {
    running.delete(child)
    return how
  })
  await listening(child, exited, log, logFile)
  await fetch(`${url}/healthz`)
  const forget = () => {
    if (!options.dataFolder) removeFolder(dataFolder)
  }
  return {
    url,
    dataFolder,
    database,
    logFile,
    settings,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      const how = await within(STOP_WITHIN_MS, exited, `tala (${name}) does not stop`)
      forget()
      if (how !== 'code 0') throw new Error(`tala (${name}) ended with ${how}; see ${logFile}`)
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** Waits for the line that says that requests are taken; everything that the server says goes to the log file. */
async function listening(
  child: ChildProcess,
  exited: Promise<string>,
  log: NodeJS.WritableStream,
  logFile: string,
): Promise<void> {
  const ready = new Promise<void>((done) => {
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (bytes: Buffer) => {
        log.write(bytes)
        if (said.length > 1_000_000) return
        said += bytes.toString()
        if (/Tala is running at|listening/.test(said)) done()
      })
    }
  })
  const gone = exited.then((how) => {
    throw new Error(`tala ended at its start with ${how}; see ${logFile}`)
  })
  await within(START_WITHIN_MS, Promise.race([ready, gone]), `tala does not start; see ${logFile}`)
}

async function within<T>(milliseconds: number, work: Promise<T>, complaint: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(complaint)), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** `tala …`, started and left alone. */
export interface Launched {
  /** Sends it a signal. */
  signal(name: NodeJS.Signals): void
  /** How it ended (`code 0`, `SIGTERM`), and everything that it said. */
  ended: Promise<{ how: string; said: string }>
}

/** Starts `tala …` for a test about starting: nothing waits for it to listen. */
export function launchTala(settings: Settings, ...words: string[]): Launched {
  const child = spawn(BINARY, words, { env: environment(settings), stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (bytes: Buffer) => {
      said += bytes.toString()
    })
  }
  const closed = new Promise<{ how: string; said: string }>((done, fail) => {
    child.once('error', fail)
    child.once('close', (code, signal) => done({ how: signal ?? `code ${code}`, said }))
  }).finally(() => running.delete(child))
  return {
    signal: (name) => child.kill(name),
    ended: within(STOP_WITHIN_MS, closed, `tala ${words.join(' ')} does not end`),
  }
}

/** Runs `tala …` to its end with the settings of a server, and returns what it prints. Fails when it fails. */
export async function runTala(settings: Settings, ...words: string[]): Promise<string> {
  const running = promisify(execFile)(BINARY, words, { env: environment(settings) })
  // Some commands read a password from there.
  running.child.stdin?.end()
  return (await running).stdout
}

/** `tala ledger check`: sums, lots, bookings and seats agree. */
export async function booksAgree(settings: Settings): Promise<string> {
  const said = await runTala(settings, 'ledger', 'check').catch(
    (error: { stdout?: string }) => error.stdout ?? `${error}`,
  )
  // Only the demo itself knows its payment provider.
  return said.replace(/^Not compared with the payment provider: .*\n/, '')
}
