// Writes a Brotli and a gzip variant of every compressible file.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const COMPRESSIBLE = /\.(html|js|css|svg|json|txt|webmanifest|xml)$/
for (const name of readdirSync('dist', { recursive: true })) {
  const file = join('dist', name)
  if (!COMPRESSIBLE.test(file) || !statSync(file).isFile()) continue
  const text = readFileSync(file)
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  writeFileSync(`${file}.br`, brotliCompressSync(text, { params: quality }))
  writeFileSync(`${file}.gz`, gzipSync(text, { level: constants.Z_BEST_COMPRESSION }))
}
