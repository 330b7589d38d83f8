// Lays a brotli and a gzip form beside every file that gains by it.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const GAINS = /\.(html|js|css|svg|json|txt|webmanifest|xml)$/
for (const name of readdirSync('dist', { recursive: true })) {
  const file = join('dist', name)
  if (!GAINS.test(file) || !statSync(file).isFile()) continue
  const text = readFileSync(file)
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  writeFileSync(`${file}.br`, brotliCompressSync(text, { params: quality }))
  writeFileSync(`${file}.gz`, gzipSync(text, { level: constants.Z_BEST_COMPRESSION }))
}
