import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { AxeResults, Result, RunOnly, RunOptions } from 'axe-core'

/** The minified build: less than half the size of what `AxeBuilder` sends. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

declare global {
  interface Window {
    axe?: { run(context: Document | Element, options: RunOptions): Promise<AxeResults> }
  }
}

/** WCAG 2.0 to 2.2, A and AA. */
export const WCAG = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'],
} satisfies RunOnly

/** The violations of these rules in a page and its frames, one line for each element. */
export async function violationsOf(page: Page, runOnly: RunOnly): Promise<string[]> {
  const options: RunOptions = { runOnly, resultTypes: ['violations'] }
  const violations =
    page.frames().length === 1 ? await runInPage(page, options) : await runInFrames(page, options)
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
}

/** axe stays in the document, so that later runs need not send and compile it again. */
async function runInPage(page: Page, options: RunOptions): Promise<Result[]> {
  const isLoaded = await page.evaluate(() => window.axe !== undefined)
  if (!isLoaded) await page.evaluate(SOURCE)
  return page.evaluate(async (runOptions) => {
    const { axe } = window
    if (!axe) throw new Error('axe is missing')
    const { violations } = await axe.run(document, runOptions)
    // A sticky bar may cover part of a target until the user scrolls.
    for (const violation of violations.filter(({ id }) => id === 'target-size')) {
      const small: typeof violation.nodes = []
      for (const node of violation.nodes) {
        const target = document.querySelector(String(node.target[0]))
        target?.scrollIntoView({ block: 'center', behavior: 'instant' })
        const again = await axe.run(target ?? document, { runOnly: [violation.id] })
        if (again.violations.length > 0) small.push(node)
      }
      violation.nodes = small
    }
    return violations
  }, options)
}

/** `AxeBuilder` merges the results of cross-origin frames. */
async function runInFrames(page: Page, options: RunOptions): Promise<Result[]> {
  const { violations } = await new AxeBuilder({ page, axeSource: SOURCE }).options(options).analyze()
  return violations
}
