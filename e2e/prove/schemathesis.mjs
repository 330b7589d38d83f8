/**
 * Schemathesis (https://schemathesis.io, a Python program) over our OpenAPI file, once as each of those who can come by, from nobody
 * to an owner of the back office: whatever is sent, no reply is a 5xx, and each is what the description promises. Roles that are
 * named behind it (`node prove/schemathesis.mjs finance`) are the only ones. Ends with 3 when the program is not there.
 */
import { spawn, spawnSync } from 'node:child_process'
import { login, signInAdmin } from '../support/api.ts'
import { openSchool, padma } from '../support/crowd.ts'
import { DEVIKA, MEERA, PASSWORD } from '../support/people.ts'
import { booksAgree, runTala, startTala } from '../support/tala.ts'

const PROGRAM = process.env.TALA_SCHEMATHESIS ?? 'schemathesis'
const EXAMPLES = process.env.TALA_SCHEMATHESIS_EXAMPLES ?? '100'
const SEED = process.env.TALA_E2E_SEED ?? '20261121'
const CHECKS =
  'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance'

if (spawnSync(PROGRAM, ['--version']).status !== 0) {
  process.stdout.write(
    `skipped: ${PROGRAM} is not here (pip install schemathesis, or name it in TALA_SCHEMATHESIS)\n`,
  )
  process.exit(3)
}

/** What an administrator sends along, as header lines. */
async function administrator(server, name, password) {
  const headers = await signInAdmin(server.url, name, password)
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
}

/** The same for a new one of this role. */
async function newAdministrator(server, role) {
  const said = await runTala(server.settings, 'admin', 'add', role, '--role', role)
  const [, password] = /^Password \(shown once\): (.+)$/m.exec(said)
  return administrator(server, role, password)
}

/** Somebody who is signed in with the hosted provider: one of the demo's people, or somebody new. */
async function person(server, school, sub, who) {
  const token = await school.provider.mint({ sub, ...who, email_verified: true })
  await login(server.url, token, who.email)
  return [`Authorization: Bearer ${token}`]
}

function run(server, headers) {
  const words = [
    'run',
    `${server.url}/api/openapi.json`,
    ...['--url', server.url, '--checks', CHECKS, '--seed', SEED, '--max-examples', EXAMPLES],
    ...['--phases', 'examples,coverage,fuzzing', '--generation-database', 'none', '--no-color'],
    // The password of an account that does not exist costs the work of one that does, and a sign-out ends the run.
    ...['--exclude-path-regex', '^/api/admin/(login|logout|logout-everywhere|password)$'],
    ...headers.flatMap((header) => ['-H', header]),
  ]
  return new Promise((done) => {
    const child = spawn(PROGRAM, words, { stdio: ['ignore', 'inherit', 'inherit'] })
    child.once('close', done)
  })
}

const school = await openSchool(process.env.TALA_TEST_POSTGRES ? 'postgres' : 'sqlite', 'schemathesis')
const server = await startTala({
  name: 'schemathesis',
  dataFolder: school.dataFolder,
  settings: school.settings,
})
let failed = 0
try {
  const teacher = await padma(server.url, school.provider)
  const roles = {
    nobody: [],
    user: await person(server, school, 'nila', { email: 'nila@new.test', name: 'Nila Raman' }),
    student: await person(server, school, 'meera', MEERA),
    'pending teacher': await person(server, school, 'devika', DEVIKA),
    teacher: [`Authorization: Bearer ${teacher.token}`],
    support: await newAdministrator(server, 'support'),
    finance: await newAdministrator(server, 'finance'),
    owner: await administrator(server, 'admin', PASSWORD),
  }
  const wanted = process.argv.slice(2)
  for (const [role, headers] of Object.entries(roles)) {
    if (wanted.length > 0 && !wanted.includes(role)) continue
    process.stdout.write(`\n== as ${role}\n`)
    if ((await run(server, headers)) !== 0) failed += 1
  }
  process.stdout.write(await booksAgree(server.settings))
} finally {
  await server.stop()
  await school.close()
}
process.exit(failed === 0 ? 0 : 1)
