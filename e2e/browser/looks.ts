/** What every page is looked at for: widths, colours, and the rules that it must keep. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { RunOnly } from 'axe-core'
import { violationsOf, WCAG } from './axe.ts'
import { expect } from './fixtures.ts'

/** Only rules about colours can find something else in the dark. */
const RULES = {
  light: WCAG,
  dark: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} satisfies Record<string, RunOnly>
const SHOTS = join(import.meta.dirname, '../shots-out')

export const DESK = { width: 1360, height: 900 }
export const PHONE = { width: 390, height: 844 }
export const WIDTHS = [DESK, PHONE]

const SCHEMES = ['light', 'dark'] as const

/** What a page drawn anew settles to; all that is wrong is told in the end. */
const atRest = expect.configure({ soft: true, timeout: 5_000 })

/** With `TALA_E2E_SHOTS=1`: a picture for people to look at. */
export async function shoot(page: Page, folder: string, name: string): Promise<void> {
  if (!process.env.TALA_E2E_SHOTS) return
  const fullPage = !(await page.getByRole('dialog').isVisible())
  await page.screenshot({ path: join(SHOTS, folder, `${name}.png`), fullPage })
}

/** The same in light and in dark. */
export async function shootInBoth(page: Page, folder: string, name: string): Promise<void> {
  if (!process.env.TALA_E2E_SHOTS) return
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme })
    await frame(page)
    await shoot(page, `${folder}-${colorScheme}`, name)
  }
  await page.emulateMedia({ colorScheme: SCHEMES[0] })
}

export type Shoot = (page: Page, name: string) => Promise<void>

/**
 * In light and in dark: fails on what axe objects to and on what runs off the side. With `TALA_E2E_SHOTS=1` it takes
 * pictures too, for people to look at.
 */
export async function inspect(page: Page, name: string): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached()
  await page.evaluate(() => {
    window.scrollTo(0, 0)
    return document.fonts.ready
  })
  const width = page.viewportSize()?.width ?? 0
  for (const colorScheme of SCHEMES) {
    const folder = `${width}-${colorScheme}`
    await page.emulateMedia({ colorScheme })
    await frame(page)
    // Half-way between two schemes, colours mean nothing.
    await page.evaluate(async () => {
      const changing = document.getAnimations().filter((one) => one instanceof CSSTransition)
      await Promise.allSettled(changing.map((one) => one.finished))
    })
    await shoot(page, folder, name)
    const found = await violationsOf(page, RULES[colorScheme])
    expect.soft(found, `${folder}/${name}`).toEqual([])
    await expectNothingOffTheSide(page, `${folder}/${name}`)
  }
  await page.emulateMedia({ colorScheme: SCHEMES[0] })
}

/** Once the page has come to rest in this width. */
export async function expectNothingOffTheSide(page: Page, name: string): Promise<void> {
  await atRest
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${name} runs off the side`)
    .toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
}

/** Once the page has come to rest: no text is wider than its box. */
export async function expectNothingCut(page: Page, name: string): Promise<void> {
  await atRest.poll(() => overflowing(page), `${name}: text runs over its edge`).toEqual([])
}

/**
 * Lengthens every word of the page by 40 %, names and prices included, and the names that only are read out; from then on
 * also what is drawn anew.
 */
export async function lengthen(page: Page): Promise<void> {
  await page.evaluate(() => {
    const LONGER = 0.4
    const lengthened = new WeakMap<Node, string>()
    const longer = (text: string) =>
      text.replaceAll(
        /[\p{L}\p{N}]{2,}/gu,
        (word) => word + word.slice(-1).repeat(Math.ceil(word.length * LONGER)),
      )
    const change = (node: Text | Attr) => {
      if (lengthened.get(node) === node.nodeValue) return
      node.nodeValue = longer(node.nodeValue ?? '')
      lengthened.set(node, node.nodeValue)
    }
    const all = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const node = walker.currentNode as Text
        if (!node.parentElement?.closest('script, style, noscript')) change(node)
      }
      for (const named of document.querySelectorAll('[aria-label]')) {
        const label = named.getAttributeNode('aria-label')
        if (label) change(label)
      }
    }
    if (document.body.dataset.longer) return
    document.body.dataset.longer = 'yes'
    all()
    new MutationObserver(all).observe(document.body, { childList: true, characterData: true, subtree: true })
  })
}

/**
 * Waits for two frames: the page learns of another colour scheme with the first. They are counted outside the page's own
 * world, where `page.clock` may have stopped `requestAnimationFrame`.
 */
async function frame(page: Page): Promise<void> {
  const root = await page.locator('html').elementHandle()
  await root?.waitForElementState('stable')
}

/** Text that is wider than the box that holds it: it is cut, or runs over the edge. */
async function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll<HTMLElement>('*')]
      .filter((box) => [...box.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()))
      .filter((box) => box.checkVisibility() && getComputedStyle(box).display !== 'inline')
      // What only is read out is clipped away.
      .filter(
        (box) => !getComputedStyle(box).clip.startsWith('rect') && getComputedStyle(box).clipPath === 'none',
      )
      .filter((box) => box.scrollWidth > box.clientWidth + 1)
      .map((box) => `${box.tagName} ${box.className}: ${box.innerText.slice(0, 60)}`),
  )
}
