/**
 * The gallery: every component of the client in its states, on a page that is never shipped. No pictures are compared,
 * because letters differ from machine to machine; what would be seen on one is measured instead.
 */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { test as base, expect } from '@playwright/test'
import { expectNothingCut, inspect, WIDTHS } from './looks.ts'

const WEB = join(import.meta.dirname, '../../web')
const ADDRESS = 'http://gallery.invalid'
const PIECES = 12
/** Less is a finger's miss (WCAG 2.5.8). */
const SMALLEST_TARGET = 24

/** Each worker builds its own, for it empties the folder first. */
const test = base.extend<object, { built: string }>({
  built: [
    async ({ browserName: _ }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'tala-gallery-'))
      const build = ['run', '--silent', 'gallery', '--', '--outDir', folder, '--emptyOutDir']
      await promisify(execFile)('npm', build, { cwd: WEB })
      await use(folder)
      rmSync(folder, { recursive: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

// All in one worker, which builds the gallery once.
base.describe.configure({ mode: 'default' })

async function open(page: Page, built: string): Promise<void> {
  await page.route(`${ADDRESS}/**`, (route) => {
    const file = join(built, new URL(route.request().url()).pathname)
    return existsSync(file) ? route.fulfill({ path: file }) : route.abort()
  })
  await page.goto(`${ADDRESS}/gallery.html`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[data-piece]')).toHaveCount(PIECES)
}

for (const { width, height } of WIDTHS) {
  test.describe(`${width} pixels`, () => {
    test.use({ viewport: { width, height } })

    test('every component keeps within its edges and the rules, in light and dark', async ({
      page,
      built,
    }) => {
      await open(page, built)
      await page.context().setOffline(true)
      await expect(page.getByText(/^You are offline/)).toBeVisible()
      await inspect(page, 'gallery')
      await expectNothingCut(page, 'gallery')
      for (const piece of await page.locator('[data-piece]').all()) {
        const box = await piece.boundingBox()
        const name = await piece.getAttribute('data-piece')
        expect(box?.height, `${name} shows something`).toBeGreaterThan(50)
        expect((box?.x ?? 0) + (box?.width ?? 0), `${name} ends within the page`).toBeLessThanOrEqual(width)
      }
    })

    test('what takes the focus shows it, and is large enough to hit', async ({ page, built }) => {
      await open(page, built)
      const seen = new Set<string>()
      for (;;) {
        await page.keyboard.press('Tab')
        const focused = await page.evaluate(() => {
          const element = document.activeElement
          if (!(element instanceof HTMLElement) || element === document.body) return null
          const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(element)
          const { width, height } = element.getBoundingClientRect()
          element.dataset.seen ??= String(document.querySelectorAll('[data-seen]').length)
          return {
            key: element.dataset.seen,
            name: element.getAttribute('aria-label') ?? element.innerText.slice(0, 40),
            ring: (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none',
            field: element.matches('input, textarea') ? borderColor : null,
            inline: getComputedStyle(element).display === 'inline',
            size: Math.min(width, height),
          }
        })
        if (!focused || seen.has(focused.key)) break
        seen.add(focused.key)
        expect.soft(focused.ring || focused.field, `${focused.name}: the focus cannot be seen`).toBeTruthy()
        if (!focused.inline && !focused.field)
          expect.soft(focused.size, `${focused.name}: too small`).toBeGreaterThanOrEqual(SMALLEST_TARGET)
      }
      expect(seen.size).toBeGreaterThan(20)
    })
  })
}
