/** `scripts/setup` on machines that lack something: each missing thing has its sentence. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { freshFolder, removeFolder } from '../support/tala.ts'

const SETUP = resolve(import.meta.dirname, '../../scripts/setup')
/** What the script is written in; everything else is there only when a test puts it there. */
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
    machine = freshFolder()
  })
  afterEach(() => removeFolder(machine))

  /** Runs it by an ordinary user on a machine that has these programs, which say these versions. */
  function setUp(changes = {}, { words = [], browser = join(machine, 'chromium') } = {}) {
    for (const tool of TOOLS) symlinkSync(found(tool), join(machine, tool))
    for (const [name, says] of Object.entries({ ...COMPLETE, ...changes })) {
      if (says === null) continue
      writeFileSync(join(machine, name), `#${'!'}${join(machine, 'bash')}\necho '${says}'\n`)
      chmodSync(join(machine, name), 0o755)
    }
    const env = { PATH: machine, TALA_TEST_POSTGRES: 'postgres://elsewhere/postgres', TALA_CHROMIUM: browser }
    const { status, stdout, stderr } = spawnSync(join(machine, 'bash'), [SETUP, ...words], {
      env,
      encoding: 'utf8',
    })
    return { status, said: stdout + stderr }
  }

  function found(tool) {
    const folder = ['/usr/bin', '/bin'].find((one) => existsSync(join(one, tool)))
    return join(folder, tool)
  }

  test('says nothing where everything is there', () => {
    assert.deepEqual(setUp(), { status: 0, said: '' })
  })

  test('takes any newer version', () => {
    const newer = { rustc: 'rustc 1.100.2 (x 2027-01-01)', node: 'v24.1.0', npm: '11.19.1' }
    assert.deepEqual(setUp(newer), { status: 0, said: '' })
  })

  for (const [what, changes, sentence] of [
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
    ['no Hindi letters', { 'fc-list': '' }, /^A font with Hindi letters is missing/m],
  ]) {
    test(`names ${what}`, () => {
      const { status, said } = setUp(changes)
      assert.equal(status, 1, said)
      assert.match(said, sentence)
    })
  }

  test('names everything that is too old at once', () => {
    const { said } = setUp({ rustc: 'rustc 1.80.1 (x)', node: 'v16.0.0', npm: '8.0.0' })
    assert.equal(said.match(/is too old/g).length, 3, said)
  })

  test('a browser named in TALA_CHROMIUM has to be one', () => {
    const { status, said } = setUp({}, { browser: '/nowhere/chromium' })
    assert.equal(status, 1)
    assert.match(said, /^TALA_CHROMIUM names \/nowhere\/chromium, which is not a program/)
  })

  test('running needs neither browser nor test tools', () => {
    const changes = { psql: null, 'fc-list': null, 'cargo-nextest': null, 'cargo-deny': null }
    assert.deepEqual(setUp(changes, { words: ['--run-only'], browser: '/nowhere/chromium' }), {
      status: 0,
      said: '',
    })
  })

  test('names a test tool that cannot be installed', () => {
    const failing = `'; exit 1; '`
    const { status, said } = setUp({ 'cargo-deny': null, cargo: failing })
    assert.equal(status, 1)
    assert.match(said, /cargo-deny is missing and could not be installed: cargo install --locked cargo-deny/)
  })
})
