// Puts the public site into index.html as text, with its fonts announced early.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'

const SSR_DIR = 'dist-ssr'
await build({
  logLevel: 'error',
  build: { ssr: 'src/site/render.tsx', outDir: SSR_DIR, manifest: false, copyPublicDir: false, rollupOptions: { input: 'src/site/render.tsx' } },
})
const { render, description } = await import(pathToFileURL(`${SSR_DIR}/render.js`).href)
const fonts = readdirSync('dist/assets').filter((file) => /^(anek|rozha)-[\w-]{8}\.woff2$/.test(file) && !/^(anek|rozha)-(rupee|latin1|ext)-/.test(file))
if (fonts.length !== 2) throw new Error(`expected two fonts to preload, found: ${fonts.join(', ')}`)
const preloads = fonts.map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/${file}">`)
const page = readFileSync('dist/index.html', 'utf8')
  .replace('<!--ssr-->', () => render())
  .replace('<!--description-->', () => `<meta name="description" content="${description.replaceAll('"', '&quot;')}">`)
  .replace('</title>', () => `</title>${preloads.join('')}`)
writeFileSync('dist/index.html', page)
rmSync(SSR_DIR, { recursive: true })
