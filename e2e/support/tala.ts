/** Starts and stops the `tala` binary, each time with its own port and data folder. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type Database, sqlite } from './database.ts'
import type { Settings } from './settings.ts'

const HERE = import.meta.dirname
const BINARY = resolve(process.env.TALA_BIN ?? join(HERE, '../../target/debug/tala'))
const LOGS = join(HERE, '../logs-out')
const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 40_000

export interface TalaOptions {
  /** Name of the log file. */
  name: string
  /**
   * `demo` has people, `/dev/…` and a clock that can be moved. On a database it has seeded before,
   * it adds nothing.
   */
  command?: 'demo' | 'serve'
  /** Default: a temporary folder, deleted with the server. */
  dataFolder?: string
  port?: number
  /** Settings such as `mail.smtp_url`. */
  settings?: Settings
  /** A configuration file in TOML, for settings that cannot come from the environment. */
  configuration?: string
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
  /** Stops the server gracefully. Fails if it exits with an error. */
  stop(): Promise<void>
  /** Kills the server. */
  kill(): Promise<void>
}

/** A free port chosen by the system, or `port` itself; rejects if that is in use. */
export async function freePort(port = 0): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(port, '127.0.0.1', resolve),
  )
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/**
 * A free port below those that the system assigns (from 32,768 on), so that no other process takes
 * it between two servers.
 */
export async function reservedPort(): Promise<number> {
  for (;;) {
    const port = await freePort(10_000 + randomInt(10_000)).catch(() => null)
    if (port !== null) return port
  }
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'tala-e2e-'))
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

/** Settings as environment variables: `mail.smtp_url` is `TALA__MAIL__SMTP_URL`. */
function environment(settings: Settings): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('TALA_'))
  const configured = Object.entries(settings).map(([name, value]) => [
    `TALA__${name.toUpperCase().replaceAll('.', '__')}`,
    value,
  ])
  return Object.fromEntries([...inherited, ...configured])
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export async function startTala(options: TalaOptions): Promise<Tala> {
  const { name, command = 'demo', port = await freePort(), dataFolder = temporaryFolder() } = options
  const url = `http://localhost:${port}`
  const database = options.database ?? sqlite(dataFolder)
  const settings = {
    'server.listen': `127.0.0.1:${port}`,
    'server.public_url': url,
    'server.requests_per_second': '0',
    'data.dir': dataFolder,
    ...database.settings,
    ...options.settings,
  }
  const env = environment(settings)
  if (options.configuration) {
    env.TALA_CONFIG = join(dataFolder, 'tala.toml')
    writeFileSync(env.TALA_CONFIG, options.configuration)
  }
  mkdirSync(LOGS, { recursive: true })
  const logFile = join(LOGS, `${name.replaceAll(/[^a-z0-9]+/gi, '-')}-${port}.log`)
  const log = createWriteStream(logFile, { flags: 'a' })
  const child = spawn(BINARY, [command], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`${error}`))
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`))
  }).then((exit) => {
    running.delete(child)
    return exit
  })
  await waitUntilListening(child, exited, log, logFile)
  await fetch(`${url}/healthz`)
  const cleanUp = () => {
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
      const exit = await withTimeout(STOP_TIMEOUT_MS, exited, `tala (${name}) does not stop`)
      cleanUp()
      if (exit !== 'code 0') throw new Error(`tala (${name}) ended with ${exit}; see ${logFile}`)
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** Waits for the log line that the server is listening; all output goes to the log file. */
async function waitUntilListening(
  child: ChildProcess,
  exited: Promise<string>,
  log: NodeJS.WritableStream,
  logFile: string,
): Promise<void> {
  const ready = new Promise<void>((resolve) => {
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (bytes: Buffer) => {
        log.write(bytes)
        if (output.length > 1_000_000) return
        output += bytes.toString()
        if (/Tala is running at|listening/.test(output)) resolve()
      })
    }
  })
  const exitedEarly = exited.then((exit) => {
    throw new Error(`tala ended at its start with ${exit}; see ${logFile}`)
  })
  await withTimeout(
    START_TIMEOUT_MS,
    Promise.race([ready, exitedEarly]),
    `tala does not start; see ${logFile}`,
  )
}

async function withTimeout<T>(milliseconds: number, work: Promise<T>, message: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), milliseconds)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** A running `tala …` process. */
export interface TalaProcess {
  /** Sends a signal. */
  signal(name: NodeJS.Signals): void
  /** How it exited (`code 0`, `SIGTERM`), and its output. */
  ended: Promise<{ exit: string; output: string }>
}

/** Starts `tala …` without waiting until it listens. */
export function spawnTala(settings: Settings, ...args: string[]): TalaProcess {
  const child = spawn(BINARY, args, { env: environment(settings), stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (bytes: Buffer) => {
      output += bytes.toString()
    })
  }
  const closed = new Promise<{ exit: string; output: string }>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ exit: signal ?? `code ${code}`, output }))
  }).finally(() => running.delete(child))
  return {
    signal: (name) => child.kill(name),
    ended: withTimeout(STOP_TIMEOUT_MS, closed, `tala ${args.join(' ')} does not end`),
  }
}

/** Runs `tala …` with the settings of a server and returns its output. Fails if the command fails. */
export async function runTala(settings: Settings, ...args: string[]): Promise<string> {
  const running = promisify(execFile)(BINARY, args, { env: environment(settings) })
  // Some commands read a password from stdin.
  running.child.stdin?.end()
  return (await running).stdout
}

/** Runs `tala ledger check`, which compares sums, credit lots, bookings and seats. */
export async function checkLedger(settings: Settings): Promise<string> {
  const output = await runTala(settings, 'ledger', 'check').catch(
    (error: { stdout?: string }) => error.stdout ?? `${error}`,
  )
  // Only the demo itself knows its payment provider.
  return output.replace(/^Not compared with the payment provider: .*\n/, '')
}
