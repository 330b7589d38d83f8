/** Every kind of mail fits a phone: the snapshots of the server's tests, in light and dark. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'

const SNAPSHOTS = join(import.meta.dirname, '../../crates/tests/tests/mail/snapshots')
const WIDTHS = [320, 360, 390]

const mails = readdirSync(SNAPSHOTS)
  // Those in Hindi contain the text only; their HTML has the same layout.
  .filter((name) => name.endsWith('.snap') && !name.includes('__hi_'))
  .map((name) => ({ name, html: htmlOf(readFileSync(join(SNAPSHOTS, name), 'utf8')) }))

function htmlOf(snapshot: string): string {
  return snapshot.split('=== HTML\n')[1]?.split('\n=== Calendar')[0] ?? ''
}

test('no mail is wider than a phone', async ({ page }) => {
  expect(mails.length).toBeGreaterThanOrEqual(28)
  const tooWide: string[] = []
  for (const { name, html } of mails) {
    expect(html, name).toContain('<!DOCTYPE html>')
    await page.setContent(html)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      const actual = await page.evaluate(() => document.documentElement.scrollWidth)
      if (actual > width) tooWide.push(`${name}: ${actual} px at ${width} px`)
    }
  }
  expect(tooWide).toEqual([])
})
