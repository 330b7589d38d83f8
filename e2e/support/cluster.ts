/** PostgreSQL servers of one test, which can be stopped, killed and promoted: Debian's programs on loopback ports. */
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from './tala.ts'

const execute = promisify(execFile)
const STREAMS_WITHIN_MS = 20_000

export interface PostgresServer {
  port: number
  start(): Promise<void>
  stop(mode: 'smart' | 'fast' | 'immediate'): Promise<void>
  /** SIGKILL to the server and all its processes. */
  kill(): Promise<void>
  /** Makes a primary of a standby. Returns when it accepts writes. */
  promote(): Promise<void>
  /** The first column of each row, as text. */
  column(sql: string, database?: string): Promise<string[]>
  /** Stops it, whatever its state, and deletes its files. */
  remove(): Promise<void>
}

/** The newest installed version. */
function programs(): string {
  const folder = readdirSync('/usr/lib/postgresql')
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => `/usr/lib/postgresql/${version}/bin`)
    .find((candidate) => existsSync(join(candidate, 'initdb')))
  if (!folder) throw new Error('no PostgreSQL server is installed: apt-get install postgresql')
  return folder
}

/** The server refuses to run as root. */
const isRoot = userInfo().uid === 0

function asServer(program: string, words: readonly string[]): Promise<unknown> {
  const path = join(programs(), program)
  return isRoot
    ? execute('runuser', ['-u', 'postgres', '--', path, ...words], { cwd: '/' })
    : execute(path, [...words])
}

const existing = new Set<{ pids(): number[]; folder: string }>()

function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has already ended.
    }
  }
}

// After a test that was interrupted.
process.on('exit', () => {
  for (const { pids, folder } of existing) {
    killAll(pids())
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

/** A server that has not been started, on data that `fill` makes. `settings` are lines of postgresql.conf. */
async function newServer(
  settings: readonly string[],
  fill: (data: string, port: number) => Promise<unknown>,
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'tala-cluster-'))
  const port = await freePort()
  const data = join(folder, 'data')
  const pids = () => {
    const file = join(data, 'postmaster.pid')
    if (!existsSync(file)) return []
    const [main = ''] = readFileSync(file, 'utf8').split('\n')
    return [Number(main), ...children(main)]
  }
  existing.add({ pids, folder })
  mkdirSync(data, { mode: 0o700 })
  if (isRoot) await execute('chown', ['-R', 'postgres', folder])
  await fill(data, port)
  const options = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    ...settings,
  ]
  const control = (command: string, ...words: string[]) =>
    asServer('pg_ctl', [command, '-D', data, '-w', '-s', ...words])
  const stop = async (mode: string) => void (await control('stop', '-m', mode))
  return {
    port,
    start: async () => {
      const line = options.map((option) => `-c ${option}`).join(' ')
      await control('start', '-l', join(folder, 'log'), '-o', line)
    },
    stop,
    kill: async () => {
      const all = pids()
      killAll(all)
      while (all.some(lives)) await pause(2)
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

/** Whether a process runs. One that has ended does not, even if its parent has not read its status yet. */
function lives(pid: number): boolean {
  try {
    return !/\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

function children(pid: string): number[] {
  try {
    const listed = execFileSync('ps', ['-o', 'pid=', '--ppid', pid], { encoding: 'utf8' })
    return listed.split('\n').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

/** A new, empty server. */
export async function newPrimary(...settings: string[]): Promise<PostgresServer> {
  return newServer(settings, (data) =>
    asServer('initdb', [
      ...['-D', data, '-U', 'postgres', '-A', 'trust'],
      ...['--encoding=UTF8', '--locale=C', '--no-sync'],
    ]),
  )
}

/**
 * Starts a standby of a running primary and waits until the primary counts it as synchronous: from then on a commit is
 * acknowledged only after the standby has written it to disk.
 */
export async function addStandby(primary: PostgresServer, ...settings: string[]): Promise<PostgresServer> {
  const source = `host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`
  const standby = await newServer(settings, (data) =>
    asServer('pg_basebackup', ['-D', data, '-d', source, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']),
  )
  try {
    await standby.start()
    await primary.column("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
    await primary.column('SELECT pg_reload_conf()')
    const end = Date.now() + STREAMS_WITHIN_MS
    while ((await primary.column('SELECT sync_state FROM pg_stat_replication'))[0] !== 'sync') {
      if (Date.now() > end) throw new Error('the standby does not stream')
      await pause(20)
    }
  } catch (error) {
    await standby.remove()
    throw error
  }
  return standby
}
