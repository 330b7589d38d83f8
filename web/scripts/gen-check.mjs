// Fails if the committed API client differs from the one generated from ../openapi.json.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const temporaryFolder = mkdtempSync(join(tmpdir(), 'tala-gen-'))
try {
  execFileSync(process.execPath, ['node_modules/@hey-api/openapi-ts/bin/run.js', '-s'], {
    stdio: 'inherit',
    env: { ...process.env, TALA_GEN_FOLDER: temporaryFolder },
  })
  const committed = filesOf('src/api/gen')
  const expected = filesOf(temporaryFolder)
  const stale = [...new Set([...committed.keys(), ...expected.keys()])].filter(
    (name) => committed.get(name) !== expected.get(name),
  )
  if (stale.length > 0) {
    console.error(`src/api/gen is stale (${stale.join(', ')}). Run: npm run gen`)
    process.exitCode = 1
  }
} finally {
  rmSync(temporaryFolder, { recursive: true })
}

function filesOf(folder) {
  const names = readdirSync(folder, { recursive: true }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  )
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
}
