// Writes the public pages into their templates, and adds preloads to app.html. Placeholders like
// {{productName}} stay; the server replaces them.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'

/** The pages to which signed-in users return, and their modules. */
const ROUTES = { '/booking': 'src/student/StudentArea.tsx', '/teacher': 'src/teacher/TeacherPage.tsx' }

const ACCEPT_SCRIPT = 'src/site/invite/accept.ts'
const SSR_DIR = 'dist-ssr'
const VOID_TAGS = ['img']
/** React adds preloads of pictures, also of those that the server omits. */
const IMAGE_PRELOADS = /<link rel="preload" as="image"[^>]*>/g
const SOCIAL_IMAGE_TEXT = 'A kolam drawn in rice flour, and the words: live dance classes by invitation'
const NOSCRIPT_STYLES =
  '<noscript><style>body :is(.menu-button,.header-actions,.hero-actions,.no-code){display:none}</style></noscript>'

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
const { renderPages } = await import(pathToFileURL(`${SSR_DIR}/render.js`).href)
const preloads = fontPreloads()
const templates = Object.fromEntries(
  ['index.html', 'page.html', 'invite.html'].map((file) => [file, readFileSync(`dist/${file}`, 'utf8')]),
)
const { pages, inviteWords } = renderPages()
const LANGUAGES = [...new Set(pages.map(({ language }) => language))]
mkdirSync('dist/hi', { recursive: true })
for (const page of pages) {
  const html = templates[page.template]
    .replace('<html lang="en"', () => `<html ${languageAttributes(page)}`)
    .replace('<!--head-->', () => headOf(page))
    .replace('<!--ssr-->', () => markElements(page.html.replaceAll(IMAGE_PRELOADS, '')))
    .replace('<!--config-->', () => '<script type="application/json" id="config">{{config:json}}</script>')
    .replace('<!--words-->', () => wordsElement(page))
  const styled = page.file === 'offline.html' ? standalone(html) : withStyles(html)
  writeFileSync(`dist/${page.file}`, lowerScriptPriority(styled))
}
writeFileSync('dist/sitemap.xml', sitemap())
writeFileSync('dist/invite.json', JSON.stringify(inviteWords))
rmSync('dist/page.html')
rmSync('dist/invite.html')
rmSync(SSR_DIR, { recursive: true })
await addPreloadsToApp()

/** The words of the page's script, and the address of the script that it loads on demand. */
function wordsElement({ words }) {
  const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8'))
  const json = JSON.stringify({ ...words, acceptScript: `/${manifest[ACCEPT_SCRIPT].file}` })
  return `<script type="application/json" id="words">${json.replaceAll('<', '\\u003c')}</script>`
}

/** The path of a page in a language. */
function pathIn(language, path) {
  return language === 'en' ? path : `/${language}${path}`
}

/** The language; for an English page also the path of its Hindi version, for visitors who chose Hindi. */
function languageAttributes({ language, path }) {
  return language === 'en' && path ? `lang="en" data-hindi="${pathIn('hi', path)}"` : `lang="${language}"`
}

/** The other languages of a page, as links of HTML or of a sitemap. */
function alternates(path, tag) {
  return [...LANGUAGES.map((language) => [language, language]), ['x-default', 'en']].map(
    ([name, language]) =>
      `<${tag} rel="alternate" hreflang="${name}" href="{{publicUrl}}${pathIn(language, path)}"`,
  )
}

function sitemap() {
  const indexed = pages.filter(({ path, isInvitation }) => path && !isInvitation)
  const urls = indexed.map(({ language, path }) => {
    const others = alternates(path, 'xhtml:link').map((link) => `\n    ${link}/>`)
    return `  <url>\n    <loc>{{publicUrl}}${pathIn(language, path)}</loc>${others.join('')}\n  </url>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('')}</urlset>
`
}

function hindiStyles() {
  const file = readdirSync('dist/assets').find((name) => /^hindi-[\w-]{8}\.css$/.test(name))
  if (!file) throw new Error('the styles for Hindi were not built')
  return `assets/${file}`
}

/**
 * The styles of a Hindi page. Its texts are loaded after the first paint (`site/main.tsx`): the page is rendered already,
 * and on a slow phone they would delay its largest paint by 240 ms.
 */
function hindiLinks() {
  return [`<link rel="stylesheet" crossorigin href="/${hindiStyles()}">`]
}

function headOf({ language, path, title, description, data, isInvitation }) {
  const meta = (key, value) => `<meta ${key} content="${escapeHtml(value)}">`
  const address = `{{publicUrl}}${pathIn(language, path)}`
  const indexing = path
    ? [
        `<link rel="canonical" href="${address}">`,
        ...alternates(path, 'link').map((link) => `${link}>`),
        meta('property="og:locale"', `${language}_IN`),
        meta('property="og:type"', 'website'),
        meta('property="og:site_name"', '{{productName}}'),
        meta('property="og:title"', title),
        meta('property="og:description"', description),
        meta('property="og:url"', address),
        meta(
          'property="og:image"',
          isInvitation ? `{{publicUrl}}${path}/preview.png` : '{{publicUrl}}/social.png',
        ),
        meta('property="og:image:width"', '1200'),
        meta('property="og:image:height"', '630'),
        meta('property="og:image:alt"', isInvitation ? title : SOCIAL_IMAGE_TEXT),
        meta('name="twitter:card"', 'summary_large_image'),
        ...(isInvitation ? [`<!--unlisted-->${meta('name="robots"', 'noindex')}<!--/unlisted-->`] : []),
      ]
    : [meta('name="robots"', 'noindex')]
  const structured = data
    ? [
        `<script type="application/ld+json">${JSON.stringify(data).replaceAll(/\{\{(\w+)\}\}/g, '{{$1:text}}')}</script>`,
      ]
    : []
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('name="description"', description),
    ...indexing,
    ...preloads,
    ...(language === 'hi' ? hindiLinks() : []),
    ...structured,
    ...(path === '/' ? [NOSCRIPT_STYLES] : []),
  ].join('')
}

/** Encloses elements with `data-part`, which the server repeats or removes, in comments. */
function markElements(html) {
  const opening = /<(\w+)[^>]*? data-part="(\w+)"[^>]*>/.exec(html)
  if (!opening) return html
  const [start, tag, name] = opening
  const end = VOID_TAGS.includes(tag) ? opening.index + start.length : endOfElement(html, tag, opening.index)
  const content = html.slice(opening.index + start.length, end)
  const element = start.replace(` data-part="${name}"`, '') + markElements(content)
  return `${html.slice(0, opening.index)}<!--${name}-->${element}<!--/${name}-->${markElements(html.slice(end))}`
}

/** The position after the closing tag of the element that starts at `from`. */
function endOfElement(html, tag, from) {
  let depth = 0
  for (const { 0: text, index } of html.slice(from).matchAll(new RegExp(`</?${tag}[ >]`, 'g'))) {
    depth += text.startsWith('</') ? -1 : 1
    if (depth === 0) return html.indexOf('>', from + index) + 1
  }
  throw new Error(`<${tag}> at ${from} is not closed`)
}

/**
 * Text is readable before scripts run, so on a slow connection the fonts load before the scripts. In
 * the app, the first API requests also load before the scripts.
 */
function lowerScriptPriority(html) {
  return html.replaceAll(/<script type="module"|<link rel="modulepreload"/g, '$& fetchpriority="low"')
}

/** The offline page: inline styles and no scripts; its fonts are in the HTTP cache. */
function standalone(html) {
  return withStyles(html)
    .replaceAll(/<link rel="(stylesheet|modulepreload|preload|manifest|apple-touch-icon)"[^>]*>/g, '')
    .replaceAll(/<script type="module"[^>]*><\/script>/g, '')
}

/**
 * Inlines the styles, so that the page renders before other files are loaded. Disabled links
 * remain, because code loaded later would load every stylesheet without a link.
 */
function withStyles(html) {
  const LINK = /<link rel="stylesheet"[^>]*href="\/([^"]+)">/g
  const styles = [...html.matchAll(LINK)].map(([, file]) => readFileSync(`dist/${file}`, 'utf8').trim())
  return html
    .replaceAll(LINK, '<link rel="stylesheet" href="/$1" disabled>')
    .replace('</head>', () => `<style>${styles.join('')}</style></head>`)
}

function fontPreloads() {
  const fonts = readdirSync('dist/assets').filter(
    (file) => /^(anek|rozha)-[\w-]{8}\.woff2$/.test(file) && !/^(anek|rozha)-(rupee|latin1|ext)-/.test(file),
  )
  if (fonts.length !== 2) throw new Error(`expected two fonts to preload, found: ${fonts.join(', ')}`)
  return fonts.map(
    (file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/${file}">`,
  )
}

function escapeHtml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** The script that preloads the files of the route while the app's own scripts are loading. */
async function preloadScript(routeFiles) {
  const { output } = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    resolve: { alias: { '@': fileURLToPath(new URL('../src', import.meta.url)) } },
    define: { ROUTE_FILES: JSON.stringify(routeFiles) },
    build: {
      write: false,
      modulePreload: false,
      rollupOptions: { input: 'src/app/preloadRoute.ts', output: { format: 'iife' } },
    },
  })
  return `<script>${output[0].code.trim()}</script>`
}

function sizeOf([, file]) {
  return statSync(`dist/${file}`).size
}

/** The browser requests scripts in this order, and the page waits longest for the largest. */
function largestScriptFirst(html) {
  const [link] = [...html.matchAll(/<link rel="modulepreload"[^>]*href="\/([^"]+)">/g)].reduce((a, b) =>
    sizeOf(a) > sizeOf(b) ? a : b,
  )
  return html.replace(link, '').replace('<script type="module"', `${link}$&`)
}

/** Preloads what the app's entry imports first. A heading font that loads late would cause a layout shift. */
async function addPreloadsToApp() {
  const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8'))
  const closure = (entries) => {
    const seen = new Set()
    const queue = [...entries]
    for (const name of queue) {
      if (seen.has(name)) continue
      seen.add(name)
      queue.push(...(manifest[name].imports ?? []))
    }
    return seen
  }
  const loaded = closure(['app.html'])
  const baseEntries = [...closure(['src/app/base.ts'])].filter((name) => !loaded.has(name))
  const modules = baseEntries.map(
    (name) => `<link rel="modulepreload" crossorigin href="/${manifest[name].file}">`,
  )
  const styles = baseEntries
    .flatMap((name) => manifest[name].css ?? [])
    .map((file) => `<link rel="preload" as="style" crossorigin href="/${file}">`)
  const routeFiles = Object.entries(ROUTES).map(([path, entry]) => {
    const routeEntries = [...closure([entry])].filter(
      (name) => !loaded.has(name) && !baseEntries.includes(name),
    )
    return [path, routeEntries.flatMap((name) => [manifest[name].file, ...(manifest[name].css ?? [])])]
  })
  const hindi = [...closure(['src/locales/hi/app.ts'])].filter(
    (name) => !loaded.has(name) && !baseEntries.includes(name),
  )
  routeFiles.push(['hi', [...hindi.map((name) => manifest[name].file), hindiStyles()]])
  const script = await preloadScript(Object.fromEntries(routeFiles))
  const app = readFileSync('dist/app.html', 'utf8').replace(
    '</head>',
    () => `${[...fontPreloads(), ...modules, ...styles, script].join('')}</head>`,
  )
  writeFileSync('dist/app.html', lowerScriptPriority(withStyles(largestScriptFirst(app))))
}
