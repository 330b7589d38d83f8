/**
 * PostgreSQL servers of one test, which can be stopped, killed and promoted. They use Debian's
 * programs and loopback ports.
 */
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from './tala.ts'

const execute = promisify(execFile)
const STREAMING_TIMEOUT_MS = 20_000

export interface PostgresServer {
  port: number
  start(): Promise<void>
  stop(mode: 'smart' | 'fast' | 'immediate'): Promise<void>
  /** Sends SIGKILL to the server and all its processes. */
  kill(): Promise<void>
  /** Promotes a standby. Returns when it accepts writes. */
  promote(): Promise<void>
  /** The first column of each row, as text. */
  column(sql: string, database?: string): Promise<string[]>
  /** Stops the server, whatever its state, and deletes its files. */
  remove(): Promise<void>
}

/** The newest installed version. */
function programFolder(): string {
  const folder = readdirSync('/usr/lib/postgresql')
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => `/usr/lib/postgresql/${version}/bin`)
    .find((candidate) => existsSync(join(candidate, 'initdb')))
  if (!folder) throw new Error('no PostgreSQL server is installed: apt-get install postgresql')
  return folder
}

/** PostgreSQL refuses to run as root. */
const isRoot = userInfo().uid === 0

function runAsServer(program: string, args: readonly string[]): Promise<unknown> {
  const path = join(programFolder(), program)
  return isRoot
    ? execute('runuser', ['-u', 'postgres', '--', path, ...args], { cwd: '/' })
    : execute(path, [...args])
}

const servers = new Set<{ pids(): number[]; folder: string }>()

function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has already ended.
    }
  }
}

// Also after an interrupted test.
process.on('exit', () => {
  for (const { pids, folder } of servers) {
    killAll(pids())
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

/**
 * Creates a server that is not yet started; `initialize` creates its data. `settings` are lines of
 * postgresql.conf.
 */
async function createPostgresServer(
  settings: readonly string[],
  initialize: (data: string, port: number) => Promise<unknown>,
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'tala-cluster-'))
  const port = await freePort()
  const data = join(folder, 'data')
  const pids = () => {
    const file = join(data, 'postmaster.pid')
    if (!existsSync(file)) return []
    const [main = ''] = readFileSync(file, 'utf8').split('\n')
    return [Number(main), ...childPids(main)]
  }
  servers.add({ pids, folder })
  mkdirSync(data, { mode: 0o700 })
  if (isRoot) await execute('chown', ['-R', 'postgres', folder])
  await initialize(data, port)
  const options = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    ...settings,
  ]
  const control = (command: string, ...args: string[]) =>
    runAsServer('pg_ctl', [command, '-D', data, '-w', '-s', ...args])
  const stop = async (mode: string) => void (await control('stop', '-m', mode))
  return {
    port,
    start: async () => {
      const line = options.map((option) => `-c ${option}`).join(' ')
      await control('start', '-l', join(folder, 'log'), '-o', line)
    },
    stop,
    kill: async () => {
      const running = pids()
      killAll(running)
      while (running.some(isRunning)) await pause(2)
    },
    promote: async () => void (await control('promote')),
    column: async (sql, database = 'postgres') => {
      const address = `postgres://postgres@127.0.0.1:${port}/${database}`
      const { stdout } = await execute('psql', [address, '-XqAt', '-v', 'ON_ERROR_STOP=1', '-c', sql])
      return stdout.split('\n').filter((line) => line !== '')
    },
    remove: async () => {
      await stop('immediate').catch(() => undefined)
      killAll(pids())
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Whether a process is running. Zombies are not. */
function isRunning(pid: number): boolean {
  try {
    return !/\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

function childPids(pid: string): number[] {
  try {
    const listed = execFileSync('ps', ['-o', 'pid=', '--ppid', pid], { encoding: 'utf8' })
    return listed.split('\n').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

/** Creates an empty server. */
export async function createPrimary(...settings: string[]): Promise<PostgresServer> {
  return createPostgresServer(settings, (data) =>
    runAsServer('initdb', [
      ...['-D', data, '-U', 'postgres', '-A', 'trust'],
      ...['--encoding=UTF8', '--locale=C', '--no-sync'],
    ]),
  )
}

/**
 * Starts a standby of a running primary and waits until replication is synchronous: from then on a
 * commit is acknowledged only after the standby has written it to disk.
 */
export async function addStandby(primary: PostgresServer, ...settings: string[]): Promise<PostgresServer> {
  const source = `host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`
  const standby = await createPostgresServer(settings, (data) =>
    runAsServer('pg_basebackup', ['-D', data, '-d', source, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']),
  )
  try {
    await standby.start()
    await primary.column("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
    await primary.column('SELECT pg_reload_conf()')
    const deadline = Date.now() + STREAMING_TIMEOUT_MS
    while ((await primary.column('SELECT sync_state FROM pg_stat_replication'))[0] !== 'sync') {
      if (Date.now() > deadline) throw new Error('the standby does not stream')
      await pause(20)
    }
  } catch (error) {
    await standby.remove()
    throw error
  }
  return standby
}
