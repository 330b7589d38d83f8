// Fails when the committed client is not what ../openapi.json gives.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const fresh = mkdtempSync(join(tmpdir(), 'tala-gen-'))
try {
  execFileSync(process.execPath, ['node_modules/@hey-api/openapi-ts/bin/run.js', '-s'], {
    stdio: 'inherit',
    env: { ...process.env, TALA_GEN_FOLDER: fresh },
  })
  const committed = filesOf('src/api/gen')
  const wanted = filesOf(fresh)
  const stale = [...new Set([...committed.keys(), ...wanted.keys()])].filter(
    (name) => committed.get(name) !== wanted.get(name),
  )
  if (stale.length > 0) {
    console.error(`src/api/gen is stale (${stale.join(', ')}). Run: npm run gen`)
    process.exitCode = 1
  }
} finally {
  rmSync(fresh, { recursive: true })
}

function filesOf(folder) {
  const names = readdirSync(folder, { recursive: true }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  )
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
}
