/** Checks of whole pages: widths, colour schemes, accessibility rules and screenshots. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { RunOnly } from 'axe-core'
import { violationsOf, WCAG } from './axe.ts'
import { expect } from './fixtures.ts'

/** In dark mode only the colour rules can give other results. */
const RULES = {
  light: WCAG,
  dark: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} satisfies Record<string, RunOnly>
const SCREENSHOT_DIR = join(import.meta.dirname, '../shots-out')

export const DESKTOP = { width: 1360, height: 900 }
export const PHONE = { width: 390, height: 844 }
export const WIDTHS = [DESKTOP, PHONE]

const SCHEMES = ['light', 'dark'] as const

/** For values that settle after a re-render; all failures are reported at the end. */
const expectSettled = expect.configure({ soft: true, timeout: 5_000 })

/** Takes a screenshot if `TALA_E2E_SHOTS=1`. */
export async function takeScreenshot(page: Page, folder: string, name: string): Promise<void> {
  if (!process.env.TALA_E2E_SHOTS) return
  const fullPage = !(await page.getByRole('dialog').isVisible())
  await page.screenshot({ path: join(SCREENSHOT_DIR, folder, `${name}.png`), fullPage })
}

/** Takes a screenshot in light and in dark mode. */
export async function takeScreenshots(page: Page, folder: string, name: string): Promise<void> {
  if (!process.env.TALA_E2E_SHOTS) return
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme })
    await waitForFrames(page)
    await takeScreenshot(page, `${folder}-${colorScheme}`, name)
  }
  await page.emulateMedia({ colorScheme: SCHEMES[0] })
}

export type CheckPage = (page: Page, name: string) => Promise<void>

/**
 * Checks a page in light and dark mode: no axe violations, no horizontal scrolling. Takes
 * screenshots if `TALA_E2E_SHOTS=1`.
 */
export async function checkPage(page: Page, name: string): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached()
  await page.evaluate(() => {
    window.scrollTo(0, 0)
    return document.fonts.ready
  })
  const width = page.viewportSize()?.width ?? 0
  for (const colorScheme of SCHEMES) {
    const folder = `${width}-${colorScheme}`
    await page.emulateMedia({ colorScheme })
    await waitForFrames(page)
    // During a transition between the schemes the contrast is undefined.
    await page.evaluate(async () => {
      const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
      await Promise.allSettled(transitions.map((transition) => transition.finished))
    })
    await takeScreenshot(page, folder, name)
    const violations = await violationsOf(page, RULES[colorScheme])
    expect.soft(violations, `${folder}/${name}`).toEqual([])
    await expectNoHorizontalScroll(page, `${folder}/${name}`)
  }
  await page.emulateMedia({ colorScheme: SCHEMES[0] })
}

/** Waits until the layout has settled. */
export async function expectNoHorizontalScroll(page: Page, name: string): Promise<void> {
  await expectSettled
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${name} runs off the side`)
    .toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
}

/** Expects, after the layout has settled, that no text is wider than its box. */
export async function expectNoClippedText(page: Page, name: string): Promise<void> {
  await expectSettled.poll(() => clippedTexts(page), `${name}: text runs over its edge`).toEqual([])
}

/** Makes every word of the page 40 % longer, including accessible names and later changes. */
export async function expandText(page: Page): Promise<void> {
  await page.evaluate(() => {
    const EXPANSION = 0.4
    const expanded = new WeakMap<Node, string>()
    const expand = (text: string) =>
      text.replaceAll(
        /[\p{L}\p{N}]{2,}/gu,
        (word) => word + word.slice(-1).repeat(Math.ceil(word.length * EXPANSION)),
      )
    const expandNode = (node: Text | Attr) => {
      if (expanded.get(node) === node.nodeValue) return
      node.nodeValue = expand(node.nodeValue ?? '')
      expanded.set(node, node.nodeValue)
    }
    const expandAll = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const node = walker.currentNode as Text
        if (!node.parentElement?.closest('script, style, noscript')) expandNode(node)
      }
      for (const named of document.querySelectorAll('[aria-label]')) {
        const label = named.getAttributeNode('aria-label')
        if (label) expandNode(label)
      }
    }
    if (document.body.dataset.longer) return
    document.body.dataset.longer = 'yes'
    expandAll()
    new MutationObserver(expandAll).observe(document.body, {
      childList: true,
      characterData: true,
      subtree: true,
    })
  })
}

/**
 * Waits for two frames, because the page learns of a new colour scheme with the first. They are
 * counted outside the page, where `page.clock` may have stopped `requestAnimationFrame`.
 */
async function waitForFrames(page: Page): Promise<void> {
  const root = await page.locator('html').elementHandle()
  await root?.waitForElementState('stable')
}

/** Text that is wider than its box, so that it is clipped or overflows. */
async function clippedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll<HTMLElement>('*')]
      .filter((element) =>
        [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()),
      )
      .filter((box) => box.checkVisibility() && getComputedStyle(box).display !== 'inline')
      // Text for screen readers only is clipped on purpose.
      .filter(
        (box) => !getComputedStyle(box).clip.startsWith('rect') && getComputedStyle(box).clipPath === 'none',
      )
      .filter((box) => box.scrollWidth > box.clientWidth + 1)
      .map((box) => `${box.tagName} ${box.className}: ${box.innerText.slice(0, 60)}`),
  )
}
