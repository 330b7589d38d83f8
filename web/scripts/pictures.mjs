// Generates the icons and the social image in public/. Run by hand after changing the mark; needs a
// browser: `node scripts/pictures.mjs` after `npm ci` in ../e2e.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { build } from 'vite'

const { chromium } = createRequire(new URL('../../e2e/package.json', import.meta.url))('@playwright/test')
const output = await build({
  logLevel: 'error',
  configFile: false,
  build: { write: false, lib: { entry: 'src/lib/kolam.ts', formats: ['es'] } },
})
const code = output[0].output[0].code
const { kolam } = await import(`data:text/javascript,${encodeURIComponent(code)}`)

const font = (family, file) =>
  `@font-face{font-family:"${family}";font-weight:100 800;src:url(data:font/woff2;base64,${readFileSync(`src/theme/fonts/${file}`).toString('base64')})}`
const FONTS = font('Rozha', 'rozha.woff2') + font('Anek', 'anek.woff2')
const MARK = { seed: 'mark', size: 3, density: 1, diamond: false }

function kolamSvg(options, stroke, dots = true) {
  const { paths, dots: points } = kolam(options)
  const lines = paths
    .map((path, index) => `<path d="${path}" opacity="${index % 2 && dots ? 0.72 : 1}"/>`)
    .join('')
  const circles = points.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="${stroke * 1.1}"/>`).join('')
  const side = options.size + 0.5
  return `<svg viewBox="-.75 -.75 ${side} ${side}"><g fill="none" stroke="currentColor" stroke-width="${stroke}" stroke-linecap="round">${lines}</g>${dots ? `<g fill="currentColor">${circles}</g>` : ''}</svg>`
}

const icon = (sizePercent, radius) =>
  `<style>body{margin:0;display:grid;place-items:center;height:100vh;color:#F9E7C8;background:${radius ? 'transparent' : '#9B1B30'}}
   div{display:grid;place-items:center;width:100vw;height:100vh;border-radius:${radius}%;background:#9B1B30}svg{width:${sizePercent}vw}</style><div>${kolamSvg(MARK, 0.2, false)}</div>`

const social = `<style>${FONTS}
  body{margin:0;width:1200px;height:630px;display:grid;grid-template-columns:1fr 560px;align-items:center;background:radial-gradient(circle at 76% 50%,#8C1A31,#5C0B1D 62%);color:#F9E7C8}
  div{padding-left:72px}h1{margin:0;font:400 66px/1.1 Rozha}p{margin:26px 0 0;font:500 29px/1.4 Anek;opacity:.92}
  i{display:block;width:220px;height:10px;margin-bottom:34px;background:radial-gradient(circle,#F4C430 4px,transparent 4.6px) left/22px 10px repeat-x}
  svg{width:540px}</style>
  <div><i></i><h1>Learn Indian classical dance from a guru, wherever you are.</h1><p>Live dance classes by invitation</p></div>
  ${kolamSvg({ seed: 'tala-28', size: 11, density: 0.62 }, 0.055)}`

const PICTURES = [
  ['icon-192.png', 192, 192, icon(84, 22)],
  ['icon-512.png', 512, 512, icon(84, 22)],
  ['icon-maskable.png', 512, 512, icon(62, 0)],
  ['apple-touch-icon.png', 180, 180, icon(78, 0)],
  ['social.png', 1200, 630, social],
]
const browser = await chromium.launch({
  executablePath: process.env.TALA_CHROMIUM || '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
for (const [file, width, height, html] of PICTURES) {
  const page = await browser.newPage({ viewport: { width, height } })
  await page.setContent(html)
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: `public/${file}`, omitBackground: true })
  await page.close()
}
await browser.close()
