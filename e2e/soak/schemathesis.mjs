/**
 * Runs Schemathesis (https://schemathesis.io, a Python program) on our OpenAPI file, once for each
 * role from anonymous to owner: no reply is a 5xx, and each conforms to the description. Roles can
 * be given as arguments (`node soak/schemathesis.mjs finance`). Exits with 3 if the program is not
 * installed.
 */
import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { login, signInAdmin } from '../support/api.ts'
import { openSchool, signInPadma } from '../support/load-clients.ts'
import { DEVIKA, MEERA, PADMA, PASSWORD } from '../support/people.ts'
import { checkLedger, removeFolder, runTala, startTala, temporaryFolder } from '../support/tala.ts'
import { readIds, writeConfig } from './dictionaries.mjs'
import { seedSchool } from './seed.mjs'

const programName = process.env.TALA_SCHEMATHESIS ?? 'schemathesis'
/** It writes a cache into its working directory, so it runs in a temporary folder. */
const PROGRAM = programName.includes('/') ? resolve(programName) : programName
const EXAMPLES = process.env.TALA_SCHEMATHESIS_EXAMPLES ?? '100'
const SEED = process.env.TALA_E2E_SEED ?? '20261121'
const CHECKS = [
  'not_a_server_error',
  // Conformance to the description.
  ...['status_code_conformance', 'content_type_conformance', 'response_schema_conformance'],
  ...['response_headers_conformance', 'unsupported_method', 'allow_header_conformance'],
  // Missing or invalid authentication and undocumented input are rejected.
  ...['ignored_auth', 'negative_data_rejection', 'missing_required_header'],
  // Deleted records are not found, and created ones are.
  ...['use_after_free', 'ensure_resource_availability'],
].join()
/** A login with an unknown username costs as much as with a known one. */
const EXPENSIVE_PATHS = '^/api/admin/login$'
/**
 * Requests that end the session or delete the account end the run: schemathesis learns session ids
 * and addresses from replies.
 */
const SESSION_ENDING_PATHS = '^/api/(account|admin/(login|logout|logout-everywhere|password|sessions/.*))$'

if (spawnSync(PROGRAM, ['--version']).status !== 0) {
  process.stdout.write(
    `skipped: ${PROGRAM} is not here (pip install schemathesis, or name it in TALA_SCHEMATHESIS)\n`,
  )
  process.exit(3)
}

/** Creates an administrator with this role and signs in. */
async function createAdmin(server, role) {
  const output = await runTala(server.settings, 'admin', 'add', role, '--role', role)
  const [, password] = /^Password \(shown once\): (.+)$/m.exec(output)
  return signInAdmin(server.url, role, password)
}

/** Signs in a demo user or a new user with the mock provider. */
async function signInPerson(server, school, sub, claims) {
  const token = await school.provider.issueToken({ sub, ...claims, email_verified: true })
  await login(server.url, token, claims.email)
  return token
}

const bearerHeaders = (token) => ({ authorization: `Bearer ${token}` })

/** After an unexpected sign-out every rejection would look like a success. */
async function isSignedIn(server, headers) {
  if (Object.keys(headers).length === 0) return true
  const reply = await fetch(`${server.url}/api/${headers.cookie ? 'admin/me' : 'user'}`, { headers })
  return reply.status === 200
}

/** The description for http://localhost, where the administrators' cookie has another name. */
async function writeDescription(server, folder) {
  const reply = await fetch(`${server.url}/api/openapi.json`)
  const file = join(folder, 'openapi.json')
  writeFileSync(file, (await reply.text()).replaceAll('__Host-tala_admin', 'tala_admin'))
  return file
}

async function run(server, folder, config, headers) {
  const { 'x-csrf-token': second } = headers
  const excluded = headers.authorization || headers.cookie ? SESSION_ENDING_PATHS : EXPENSIVE_PATHS
  const args = [
    ...['--config-file', config, 'run', await writeDescription(server, folder)],
    ...['--url', server.url, '--checks', CHECKS, '--seed', SEED, '--max-examples', EXAMPLES],
    ...['--phases', 'examples,coverage,fuzzing,stateful', '--generation-database', 'none', '--no-color'],
    ...['--exclude-path-regex', excluded],
    ...(second ? ['-H', `x-csrf-token: ${second}`] : []),
  ]
  return new Promise((resolve) => {
    const child = spawn(PROGRAM, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
    child.once('close', resolve)
  })
}

const school = await openSchool(process.env.TALA_TEST_POSTGRES ? 'postgres' : 'sqlite', 'schemathesis')
const server = await startTala({
  name: 'schemathesis',
  dataFolder: school.dataFolder,
  settings: school.settings,
})
const folder = temporaryFolder()
let failed = 0
try {
  const { token: teacher } = await signInPadma(server.url, school.provider)
  const student = await signInPerson(server, school, 'meera', MEERA)
  const owner = await signInAdmin(server.url, 'admin', PASSWORD)
  await seedSchool({ url: server.url, database: school.database, student, teacher, owner })
  const nila = { email: 'nila@new.test', name: 'Nila Raman' }
  const roles = {
    nobody: [{}, MEERA.email],
    user: [bearerHeaders(await signInPerson(server, school, 'nila', nila)), nila.email],
    student: [bearerHeaders(student), MEERA.email],
    'pending teacher': [bearerHeaders(await signInPerson(server, school, 'devika', DEVIKA)), DEVIKA.email],
    teacher: [bearerHeaders(teacher), PADMA.email],
    support: [await createAdmin(server, 'support'), MEERA.email],
    finance: [await createAdmin(server, 'finance'), MEERA.email],
    owner: [owner, MEERA.email],
  }
  const selectedRoles = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(roles)
  const ids = await readIds(school.database)
  for (const role of selectedRoles) {
    if (!roles[role]) throw new Error(`${role} is none of ${Object.keys(roles).join(', ')}`)
    const [headers, email] = roles[role]
    process.stdout.write(`\n== as ${role}\n`)
    const config = writeConfig(ids, folder, headers, email)
    if ((await run(server, folder, config, headers)) !== 0) failed += 1
    if (!(await isSignedIn(server, headers))) {
      process.stdout.write(`${role} was signed out on the way: what came afterwards tried nothing\n`)
      failed += 1
    }
  }
  const output = await checkLedger(server.settings)
  process.stdout.write(output)
  if (output !== 'Ledger check: balanced\n') failed += 1
} finally {
  await server.stop()
  await school.close()
  removeFolder(folder)
}
process.exit(failed === 0 ? 0 : 1)
