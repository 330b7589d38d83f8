// Puts the public site into index.html as text, with its fonts announced early, and tells app.html what every page of it needs.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'

const SSR_DIR = 'dist-ssr'
await build({
  logLevel: 'error',
  build: {
    ssr: 'src/site/render.tsx',
    outDir: SSR_DIR,
    manifest: false,
    copyPublicDir: false,
    rollupOptions: { input: 'src/site/render.tsx' },
  },
})
const { render, description } = await import(pathToFileURL(`${SSR_DIR}/render.js`).href)
const fonts = readdirSync('dist/assets').filter(
  (file) => /^(anek|rozha)-[\w-]{8}\.woff2$/.test(file) && !/^(anek|rozha)-(rupee|latin1|ext)-/.test(file),
)
if (fonts.length !== 2) throw new Error(`expected two fonts to preload, found: ${fonts.join(', ')}`)
const preloads = fonts.map(
  (file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/${file}">`,
)
const page = readFileSync('dist/index.html', 'utf8')
  .replace('<!--ssr-->', () => render())
  .replace(
    '<!--description-->',
    () => `<meta name="description" content="${description.replaceAll('"', '&quot;')}">`,
  )
  .replace('</title>', () => `</title>${preloads.join('')}`)
writeFileSync('dist/index.html', page)
rmSync(SSR_DIR, { recursive: true })

// The app's entry asks for these as soon as it runs; announced here they come along with it.
const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8'))
const wanted = [...closure(['src/app/enter.ts', 'src/app/UiRoot.tsx'])].filter(
  (name) => !closure(['app.html']).has(name),
)
const modules = wanted.map((name) => `<link rel="modulepreload" crossorigin href="/${manifest[name].file}">`)
const styles = manifest['src/app/UiRoot.tsx'].css.map(
  (file) => `<link rel="preload" as="style" crossorigin href="/${file}">`,
)
const app = readFileSync('dist/app.html', 'utf8').replace(
  '</head>',
  () => `${[...modules, ...styles].join('')}</head>`,
)
writeFileSync('dist/app.html', app)

function closure(entries) {
  const seen = new Set()
  const queue = [...entries]
  for (const name of queue) {
    if (seen.has(name)) continue
    seen.add(name)
    queue.push(...(manifest[name].imports ?? []))
  }
  return seen
}
