// Writes the public pages as text into their templates, and tells app.html what every page of it needs.
// Marks like {{productName}} stay: the server puts in what belongs to its installation.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'

/** Where somebody who is signed in comes back to, and what is shown there. */
const AREAS = { '/booking': 'src/student/StudentArea.tsx', '/teacher': 'src/teacher/TeacherPage.tsx' }

const SSR_DIR = 'dist-ssr'
/** What is repeated or left out as a whole is framed by comments for the server to find. */
const PARTS = [
  ['link', /<li data-part="link">.*?<\/li>/],
  ['testimonial', /<section [^>]*data-part="testimonial".*?<\/section>/],
]
const WITHOUT_SCRIPTS =
  '<noscript><style>body :is(.menu-button,.ways,.hero-ways,.no-code){display:none}</style></noscript>'

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
const { render } = await import(pathToFileURL(`${SSR_DIR}/render.js`).href)
const preloads = fontPreloads()
const templates = Object.fromEntries(
  ['index.html', 'page.html'].map((file) => [file, readFileSync(`dist/${file}`, 'utf8')]),
)
const pages = render()
const LANGUAGES = [...new Set(pages.map(({ language }) => language))]
mkdirSync('dist/hi', { recursive: true })
for (const page of pages) {
  const html = templates[page.template]
    .replace('<html lang="en"', () => `<html ${languageOf(page)}`)
    .replace('<!--head-->', () => head(page))
    .replace('<!--ssr-->', () => framed(page.html))
    .replace('<!--config-->', () => '<script type="application/json" id="config">{{config:json}}</script>')
  const whole = page.file === 'offline.html' ? standalone(html) : withStyles(html)
  writeFileSync(`dist/${page.file}`, textFirst(whole))
}
writeFileSync('dist/sitemap.xml', sitemap())
rmSync('dist/page.html')
rmSync(SSR_DIR, { recursive: true })
await announceToApp()

/** Where a page is in a language. */
function addressIn(language, path) {
  return language === 'en' ? path : `/${language}${path}`
}

/** Its language; on an English page also where the same is in Hindi, for those who have chosen that. */
function languageOf({ language, path }) {
  return language === 'en' && path ? `lang="en" data-hindi="${addressIn('hi', path)}"` : `lang="${language}"`
}

/** The other languages of a page, as links of HTML or of a sitemap. */
function alternates(path, tag) {
  return [...LANGUAGES.map((language) => [language, language]), ['x-default', 'en']].map(
    ([name, language]) =>
      `<${tag} rel="alternate" hreflang="${name}" href="{{publicUrl}}${addressIn(language, path)}"`,
  )
}

function sitemap() {
  const found = pages.filter(({ path }) => path)
  const urls = found.map(({ language, path }) => {
    const others = alternates(path, 'xhtml:link').map((link) => `\n    ${link}/>`)
    return `  <url>\n    <loc>{{publicUrl}}${addressIn(language, path)}</loc>${others.join('')}\n  </url>\n`
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

/** What a page in Hindi needs besides: its styles, and on the front page the texts that its script asks for. */
function hindi(template) {
  const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8'))
  const { file } = manifest['src/copy/hi/site.ts']
  return [
    `<link rel="stylesheet" crossorigin href="/${hindiStyles()}">`,
    ...(template === 'index.html' ? [`<link rel="modulepreload" crossorigin href="/${file}">`] : []),
  ]
}

function head({ language, template, path, title, description, data }) {
  const meta = (key, value) => `<meta ${key} content="${escaped(value)}">`
  const address = `{{publicUrl}}${addressIn(language, path)}`
  const found = path
    ? [
        `<link rel="canonical" href="${address}">`,
        ...alternates(path, 'link').map((link) => `${link}>`),
        meta('property="og:locale"', `${language}_IN`),
        meta('property="og:type"', 'website'),
        meta('property="og:site_name"', '{{productName}}'),
        meta('property="og:title"', title),
        meta('property="og:description"', description),
        meta('property="og:url"', address),
        meta('property="og:image"', '{{publicUrl}}/social.png'),
        meta('property="og:image:width"', '1200'),
        meta('property="og:image:height"', '630'),
        meta(
          'property="og:image:alt"',
          'A kolam drawn in rice flour, and the words: live dance classes by invitation',
        ),
        meta('name="twitter:card"', 'summary_large_image'),
      ]
    : [meta('name="robots"', 'noindex')]
  const structured = data
    ? [
        `<script type="application/ld+json">${JSON.stringify(data).replaceAll(/\{\{(\w+)\}\}/g, '{{$1:text}}')}</script>`,
      ]
    : []
  return [
    `<title>${escaped(title)}</title>`,
    meta('name="description"', description),
    ...found,
    ...preloads,
    ...(language === 'hi' ? hindi(template) : []),
    ...structured,
    ...(path === '/' ? [WITHOUT_SCRIPTS] : []),
  ].join('')
}

function framed(html) {
  return PARTS.reduce(
    (text, [name, pattern]) => text.replace(pattern, (part) => `<!--${name}-->${part}<!--/${name}-->`),
    html,
  )
}

/** The text is there before any script runs, so on a slow line its letters come before the scripts. */
function textFirst(html) {
  return html.replaceAll(/<script type="module"|<link rel="modulepreload"/g, '$& fetchpriority="low"')
}

/** Shown when nothing can be fetched, so it brings its styles along and does without scripts; the fonts are in the cache. */
function standalone(html) {
  return withStyles(html)
    .replaceAll(/<link rel="(stylesheet|modulepreload|preload|manifest|apple-touch-icon)"[^>]*>/g, '')
    .replaceAll(/<script type="module"[^>]*><\/script>/g, '')
}

/**
 * Brings its styles along, so that it shows before any other file is there. The links stay, though nothing is fetched for
 * them: code that comes later would wait for each sheet that it finds no link of.
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

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** The script that asks for what is needed first before the app's own scripts are there. */
async function areaScript(areas) {
  const { output } = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    resolve: { alias: { '@': fileURLToPath(new URL('../src', import.meta.url)) } },
    define: { AREA_FILES: JSON.stringify(areas) },
    build: {
      write: false,
      modulePreload: false,
      rollupOptions: { input: 'src/app/announceArea.ts', output: { format: 'iife' } },
    },
  })
  return `<script>${output[0].code.trim()}</script>`
}

/** The app's entry asks for these as soon as it runs; announced here they come along with it. A late heading font would move the page. */
async function announceToApp() {
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
  const there = closure(['app.html'])
  const wanted = [...closure(['src/app/base.ts'])].filter((name) => !there.has(name))
  const modules = wanted.map(
    (name) => `<link rel="modulepreload" crossorigin href="/${manifest[name].file}">`,
  )
  const styles = wanted
    .flatMap((name) => manifest[name].css ?? [])
    .map((file) => `<link rel="preload" as="style" crossorigin href="/${file}">`)
  const areas = Object.entries(AREAS).map(([path, entry]) => {
    const own = [...closure([entry])].filter((name) => !there.has(name) && !wanted.includes(name))
    return [path, own.flatMap((name) => [manifest[name].file, ...(manifest[name].css ?? [])])]
  })
  const hindi = [...closure(['src/copy/hi/app.ts'])].filter(
    (name) => !there.has(name) && !wanted.includes(name),
  )
  areas.push(['hi', [...hindi.map((name) => manifest[name].file), hindiStyles()]])
  const script = await areaScript(Object.fromEntries(areas))
  const app = readFileSync('dist/app.html', 'utf8').replace(
    '</head>',
    () => `${[...fontPreloads(), ...modules, ...styles, script].join('')}</head>`,
  )
  writeFileSync('dist/app.html', withStyles(app))
}
