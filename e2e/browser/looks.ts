/** What every page is looked at for: widths, colours, and the rules that it must keep. */
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']
const SHOTS = join(import.meta.dirname, '../shots-out')

interface Look {
  width: number
  height: number
  colorScheme: 'light' | 'dark'
}

export const LOOKS: Look[] = [
  { width: 1360, height: 900, colorScheme: 'light' },
  { width: 1360, height: 900, colorScheme: 'dark' },
  { width: 390, height: 844, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
]

export type Shoot = (page: Page, name: string) => Promise<void>

/** Takes a picture, and fails on what axe objects to and on what runs off the side. */
export async function inspect(page: Page, folder: string, name: string, width: number): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached()
  await page.evaluate(() => {
    window.scrollTo(0, 0)
    return document.fonts.ready
  })
  await page.screenshot({
    path: join(SHOTS, folder, `${name}.png`),
    fullPage: !(await page.getByRole('dialog').isVisible()),
  })
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`),
  )
  expect.soft(found, `${folder}/${name}`).toEqual([])
  const widest = await page.evaluate(() => document.documentElement.scrollWidth)
  expect.soft(widest, `${folder}/${name} runs off the side`).toBeLessThanOrEqual(width)
}
