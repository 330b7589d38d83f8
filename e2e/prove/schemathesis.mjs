/**
 * Schemathesis (https://schemathesis.io, a Python program) over our OpenAPI file, once as each of those who can come by, from nobody
 * to an owner of the back office: whatever is sent, no reply is a 5xx, and each is what the description promises. Roles that are
 * named behind it (`node prove/schemathesis.mjs finance`) are the only ones. Ends with 3 when the program is not there.
 */
import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { login, signInAdmin } from '../support/api.ts'
import { openSchool, padma } from '../support/crowd.ts'
import { DEVIKA, MEERA, PADMA, PASSWORD } from '../support/people.ts'
import { booksAgree, freshFolder, removeFolder, runTala, startTala } from '../support/tala.ts'
import { readIds, writeKnown } from './known.mjs'
import { stock } from './stock.mjs'

const named = process.env.TALA_SCHEMATHESIS ?? 'schemathesis'
/** It keeps a cache where it runs, which is a folder of its own. */
const PROGRAM = named.includes('/') ? resolve(named) : named
const EXAMPLES = process.env.TALA_SCHEMATHESIS_EXAMPLES ?? '100'
const SEED = process.env.TALA_E2E_SEED ?? '20261121'
const CHECKS = [
  'not_a_server_error',
  // What the description promises.
  ...['status_code_conformance', 'content_type_conformance', 'response_schema_conformance'],
  ...['response_headers_conformance', 'unsupported_method', 'allow_header_conformance'],
  // Whoever sends no sign-in, or one that is made up, is refused; so is what the description rules out.
  ...['ignored_auth', 'negative_data_rejection', 'missing_required_header'],
  // What was deleted is gone, and what was made is there.
  ...['use_after_free', 'ensure_resource_availability'],
].join()
/** The password of an account that does not exist costs the work of one that does. */
const SLOW = '^/api/admin/login$'
/** What ends a sign-in or an account ends the run: schemathesis learns ids and addresses from the replies, of sessions too. */
const ENDS = '^/api/(account|admin/(login|logout|logout-everywhere|password|sessions/.*))$'

if (spawnSync(PROGRAM, ['--version']).status !== 0) {
  process.stdout.write(
    `skipped: ${PROGRAM} is not here (pip install schemathesis, or name it in TALA_SCHEMATHESIS)\n`,
  )
  process.exit(3)
}

/** A new administrator of this role, signed in. */
async function newAdministrator(server, role) {
  const said = await runTala(server.settings, 'admin', 'add', role, '--role', role)
  const [, password] = /^Password \(shown once\): (.+)$/m.exec(said)
  return signInAdmin(server.url, role, password)
}

/** Somebody who is signed in with the hosted provider: one of the demo's people, or somebody new. */
async function person(server, school, sub, who) {
  const token = await school.provider.mint({ sub, ...who, email_verified: true })
  await login(server.url, token, who.email)
  return token
}

const bearing = (token) => ({ authorization: `Bearer ${token}` })

/** Whoever is signed out on the way tries nothing any more, and every refusal would look like a success. */
async function stillSignedIn(server, headers) {
  if (Object.keys(headers).length === 0) return true
  const reply = await fetch(`${server.url}/api/${headers.cookie ? 'admin/me' : 'user'}`, { headers })
  return reply.status === 200
}

/** The description as it is on http://localhost, where the administrators' cookie has a name of its own. */
async function description(server, folder) {
  const reply = await fetch(`${server.url}/api/openapi.json`)
  const file = join(folder, 'openapi.json')
  writeFileSync(file, (await reply.text()).replaceAll('__Host-tala_admin', 'tala_admin'))
  return file
}

async function run(server, folder, known, headers) {
  const { 'x-csrf-token': second } = headers
  const excluded = headers.authorization || headers.cookie ? ENDS : SLOW
  const words = [
    ...['--config-file', known, 'run', await description(server, folder)],
    ...['--url', server.url, '--checks', CHECKS, '--seed', SEED, '--max-examples', EXAMPLES],
    ...['--phases', 'examples,coverage,fuzzing,stateful', '--generation-database', 'none', '--no-color'],
    ...['--exclude-path-regex', excluded],
    ...(second ? ['-H', `x-csrf-token: ${second}`] : []),
  ]
  return new Promise((done) => {
    const child = spawn(PROGRAM, words, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
    child.once('close', done)
  })
}

const school = await openSchool(process.env.TALA_TEST_POSTGRES ? 'postgres' : 'sqlite', 'schemathesis')
const server = await startTala({
  name: 'schemathesis',
  dataFolder: school.dataFolder,
  settings: school.settings,
})
const folder = freshFolder()
let failed = 0
try {
  const { token: teacher } = await padma(server.url, school.provider)
  const student = await person(server, school, 'meera', MEERA)
  const owner = await signInAdmin(server.url, 'admin', PASSWORD)
  await stock({ url: server.url, database: school.database, student, teacher, owner })
  const nila = { email: 'nila@new.test', name: 'Nila Raman' }
  const roles = {
    nobody: [{}, MEERA.email],
    user: [bearing(await person(server, school, 'nila', nila)), nila.email],
    student: [bearing(student), MEERA.email],
    'pending teacher': [bearing(await person(server, school, 'devika', DEVIKA)), DEVIKA.email],
    teacher: [bearing(teacher), PADMA.email],
    support: [await newAdministrator(server, 'support'), MEERA.email],
    finance: [await newAdministrator(server, 'finance'), MEERA.email],
    owner: [owner, MEERA.email],
  }
  const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(roles)
  const ids = await readIds(school.database)
  for (const role of wanted) {
    if (!roles[role]) throw new Error(`${role} is none of ${Object.keys(roles).join(', ')}`)
    const [headers, email] = roles[role]
    process.stdout.write(`\n== as ${role}\n`)
    const known = writeKnown(ids, folder, headers, email)
    if ((await run(server, folder, known, headers)) !== 0) failed += 1
    if (!(await stillSignedIn(server, headers))) {
      process.stdout.write(`${role} was signed out on the way: what came afterwards tried nothing\n`)
      failed += 1
    }
  }
  const said = await booksAgree(server.settings)
  process.stdout.write(said)
  if (said !== 'The books agree.\n') failed += 1
} finally {
  await server.stop()
  await school.close()
  removeFolder(folder)
}
process.exit(failed === 0 ? 0 : 1)
