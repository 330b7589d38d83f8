/**
 * Schemathesis (https://schemathesis.io, a Python program) over our OpenAPI file, once as nobody, as a student, as a teacher and
 * as an owner of the back office: whatever is sent, no reply is a 5xx, and each is what the description promises.
 * Ends with 3 when the program is not there.
 */
import { spawn, spawnSync } from 'node:child_process'
import { login, signInAdmin } from '../support/api.ts'
import { openSchool, padma } from '../support/crowd.ts'
import { MEERA, PASSWORD } from '../support/people.ts'
import { booksAgree, startTala } from '../support/tala.ts'

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

/** What the demo's administrator sends along, as header lines. */
async function owner(server) {
  const headers = await signInAdmin(server.url, 'admin', PASSWORD)
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
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
  const student = await school.provider.mint({ sub: 'meera', ...MEERA, email_verified: true })
  await login(server.url, student, MEERA.email)
  const roles = {
    nobody: [],
    'a student': [`Authorization: Bearer ${student}`],
    'a teacher': [`Authorization: Bearer ${teacher.token}`],
    'an owner': await owner(server),
  }
  for (const [role, headers] of Object.entries(roles)) {
    process.stdout.write(`\n== as ${role}\n`)
    if ((await run(server, headers)) !== 0) failed += 1
  }
  process.stdout.write(await booksAgree(server.settings))
} finally {
  await server.stop()
  await school.close()
}
process.exit(failed === 0 ? 0 : 1)
