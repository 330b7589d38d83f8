/** `scripts/setup` on incomplete machines: each missing program has its message. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { removeFolder, temporaryFolder } from '../support/tala.ts'

const SETUP_SCRIPT = resolve(import.meta.dirname, '../../scripts/setup')
/** The script's own tools; a test adds everything else. */
const TOOLS = ['bash', 'dirname', 'head', 'sed', 'sort']
const COMPLETE = {
  cargo: 'cargo 1.95.0',
  rustc: 'rustc 1.95.0 (59807616e 2026-04-14)',
  node: 'v20.0.0',
  npm: '10.0.0',
  cc: '',
  make: '',
  psql: '',
  python3: '',
  chromium: '',
  'fc-list': 'Lohit-Devanagari.ttf',
  'cargo-nextest': '',
  'cargo-deny': '',
  id: '1000',
}

describe('scripts/setup', () => {
  let machine
  beforeEach(() => {
    machine = temporaryFolder()
  })
  afterEach(() => removeFolder(machine))

  /** Runs it as an ordinary user on a machine with these programs, which print these versions. */
  function runSetup(changes = {}, { words: args = [], browser = join(machine, 'chromium') } = {}) {
    for (const tool of TOOLS) symlinkSync(pathOf(tool), join(machine, tool))
    for (const [name, output] of Object.entries({ ...COMPLETE, ...changes })) {
      if (output === null) continue
      writeFileSync(join(machine, name), `#${'!'}${join(machine, 'bash')}\necho '${output}'\n`)
      chmodSync(join(machine, name), 0o755)
    }
    const env = { PATH: machine, TALA_TEST_POSTGRES: 'postgres://elsewhere/postgres', TALA_CHROMIUM: browser }
    const { status, stdout, stderr } = spawnSync(join(machine, 'bash'), [SETUP_SCRIPT, ...args], {
      env,
      encoding: 'utf8',
    })
    return { status, output: stdout + stderr }
  }

  function pathOf(tool) {
    const folder = ['/usr/bin', '/bin'].find((candidate) => existsSync(join(candidate, tool)))
    return join(folder, tool)
  }

  test('prints nothing if nothing is missing', () => {
    assert.deepEqual(runSetup(), { status: 0, output: '' })
  })

  test('accepts any newer version', () => {
    const newer = { rustc: 'rustc 1.100.2 (x 2027-01-01)', node: 'v24.1.0', npm: '11.19.1' }
    assert.deepEqual(runSetup(newer), { status: 0, output: '' })
  })

  for (const [what, changes, message] of [
    ['no Rust', { cargo: null, rustc: null }, /^Rust is missing: install Rust 1\.95 or newer/m],
    [
      'an old Rust',
      { rustc: 'rustc 1.9.0 (x 2016-05-18)' },
      /^Rust is too old: this machine has 1\.9\.0, and 1\.95 or newer is needed/m,
    ],
    ['no Node.js', { node: null }, /^Node\.js is missing: install Node\.js 20 or newer/m],
    ['an old Node.js', { node: 'v18.19.0' }, /^Node\.js is too old: this machine has 18\.19\.0/m],
    ['no npm', { npm: null }, /^npm is missing: install npm 10 or newer/m],
    ['an old npm', { npm: '9.2.0' }, /^npm is too old: this machine has 9\.2\.0/m],
    ['no compiler', { cc: null }, /^A C compiler is missing.*\n.*sudo apt-get install build-essential$/m],
    ['no psql', { psql: null }, /^psql, PostgreSQL's client, is missing/m],
    ['no Python', { python3: null }, /^Python with its venv module is missing/m],
    ['no Hindi font', { 'fc-list': '' }, /^A font with Hindi letters is missing/m],
  ]) {
    test(`names ${what}`, () => {
      const { status, output } = runSetup(changes)
      assert.equal(status, 1, output)
      assert.match(output, message)
    })
  }

  test('names everything outdated at once', () => {
    const { output } = runSetup({ rustc: 'rustc 1.80.1 (x)', node: 'v16.0.0', npm: '8.0.0' })
    assert.equal(output.match(/is too old/g).length, 3, output)
  })

  test('TALA_CHROMIUM must name a browser', () => {
    const { status, output } = runSetup({}, { browser: '/nowhere/chromium' })
    assert.equal(status, 1)
    assert.match(output, /^TALA_CHROMIUM names \/nowhere\/chromium, which is not an executable file/)
  })

  test('running needs neither browser nor test tools', () => {
    const changes = { psql: null, 'fc-list': null, 'cargo-nextest': null, 'cargo-deny': null }
    assert.deepEqual(runSetup(changes, { words: ['--run-only'], browser: '/nowhere/chromium' }), {
      status: 0,
      output: '',
    })
  })

  test('names a test tool that cannot be installed', () => {
    const failing = `'; exit 1; '`
    const { status, output } = runSetup({ 'cargo-deny': null, cargo: failing })
    assert.equal(status, 1)
    assert.match(
      output,
      /cargo-deny is missing and could not be installed: cargo install --locked cargo-deny/,
    )
  })
})
