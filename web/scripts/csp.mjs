// Writes the hashes of all inline scripts to dist/csp.json, for the server's
// Content-Security-Policy.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

const pages = readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.html'),
)
const hashes = new Set()
for (const page of pages) {
  const html = readFileSync(`dist/${page}`, 'utf8')
  for (const [, script] of html.matchAll(/<script>([\s\S]*?)<\/script>/g)) {
    hashes.add(`sha256-${createHash('sha256').update(script).digest('base64')}`)
  }
  if (/\son\w+="|<script(?![^>]*(?:src=|>))/.test(html))
    throw new Error(`${page} holds an inline handler or an odd script`)
}
// The theme script of every page, and the preload script of the app.
if (hashes.size !== 2) throw new Error(`expected two inline scripts, found ${hashes.size}`)
writeFileSync('dist/csp.json', `${JSON.stringify({ scriptHashes: [...hashes] })}\n`)
