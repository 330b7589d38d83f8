/**
 * The gallery: every component of the client in its states. Screenshots are not compared, because
 * fonts differ between machines; sizes and overflow are measured instead.
 */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { test as base, expect } from '@playwright/test'
import { checkPage, expectNoClippedText, WIDTHS } from './a11y.ts'

const WEB = join(import.meta.dirname, '../../web')
const ORIGIN = 'http://gallery.invalid'
const EXAMPLES = 12
/** The minimum target size (WCAG 2.5.8). */
const MIN_TARGET_PX = 24

/** A folder for each worker, because the build empties it first. */
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

// In one worker, which builds the gallery once.
base.describe.configure({ mode: 'default' })

async function openGallery(page: Page, built: string): Promise<void> {
  await page.route(`${ORIGIN}/**`, (route) => {
    const file = join(built, new URL(route.request().url()).pathname)
    return existsSync(file) ? route.fulfill({ path: file }) : route.abort()
  })
  await page.goto(`${ORIGIN}/gallery.html`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[data-example]')).toHaveCount(EXAMPLES)
}

for (const { width, height } of WIDTHS) {
  test.describe(`${width} pixels`, () => {
    test.use({ viewport: { width, height } })

    test('every component passes axe and does not overflow, in light and dark mode', async ({
      page,
      built,
    }) => {
      await openGallery(page, built)
      await page.context().setOffline(true)
      await expect(page.getByText(/^You’re offline/)).toBeVisible()
      await checkPage(page, 'gallery')
      await expectNoClippedText(page, 'gallery')
      for (const example of await page.locator('[data-example]').all()) {
        const box = await example.boundingBox()
        const name = await example.getAttribute('data-example')
        expect(box?.height, `${name} shows something`).toBeGreaterThan(50)
        expect((box?.x ?? 0) + (box?.width ?? 0), `${name} ends within the page`).toBeLessThanOrEqual(width)
      }
    })

    test('every focusable control shows the focus and is large enough to hit', async ({ page, built }) => {
      await openGallery(page, built)
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
          expect.soft(focused.size, `${focused.name}: too small`).toBeGreaterThanOrEqual(MIN_TARGET_PX)
      }
      expect(seen.size).toBeGreaterThan(20)
    })
  })
}
