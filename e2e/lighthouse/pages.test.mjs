/**
 * Lighthouse with its mobile preset (a slow phone on slow 4G) on the pages that people see first:
 * accessibility, SEO, and no layout shift. Bundle sizes are checked by the client's own budgets.
 *
 * Speed is simulated from measurements on this machine, so a busy machine looks like a slower
 * phone: the best of several attempts counts, and on a machine that is too slow it is only printed.
 * `TALA_LIGHTHOUSE_SPEED=1` always asserts it, `TALA_LIGHTHOUSE_SPEED=0` never.
 */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import lighthouse from 'lighthouse'
import puppeteer from 'puppeteer-core'
import { MEERA, PADMA, PASSWORD } from '../support/people.ts'
import { createStoredSignIn } from '../support/stored-sign-in.ts'
import { startTala } from '../support/tala.ts'

const CHROMIUM =
  process.env.TALA_CHROMIUM || ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync)
const SPEED = process.env.TALA_LIGHTHOUSE_SPEED
const MAX_ATTEMPTS = SPEED === '0' ? 1 : 4
/** Lighthouse's benchmark index; slower machines are taken for a slow phone. */
const MIN_BENCHMARK_INDEX = 1000
const REQUIRED_SCORES = { accessibility: 100, 'best-practices': 100 }
const PUBLIC_SCORES = { ...REQUIRED_SCORES, seo: 100, performance: 95 }
/** The latest time of the largest contentful paint of a public page. */
const LARGEST_PAINT_MS = 1800

describe('Lighthouse on a simulated slow phone', () => {
  let school
  let browser
  before(async () => {
    school = await startTala({ name: 'lighthouse' })
    browser = await puppeteer.launch({
      executablePath: CHROMIUM,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
      ],
    })
  })
  after(async () => {
    await browser.close()
    await school.stop()
  })

  for (const path of ['/', '/hi/', '/terms', '/privacy-policy', '/refund-policy']) {
    test(path, async (context) => {
      await expectScores(context, await newPage(), path, PUBLIC_SCORES, LARGEST_PAINT_MS)
    })
  }

  test('a student’s dashboard', async (context) => {
    await expectScores(context, await signedInPage(MEERA), '/booking', {
      ...REQUIRED_SCORES,
      performance: 85,
    })
  })

  test('a teacher’s calendar', async (context) => {
    await expectScores(context, await signedInPage(PADMA), '/teacher', {
      ...REQUIRED_SCORES,
      performance: 75,
    })
  })

  /**
   * A page in a new browser context. With a stored language choice the Hindi site redirects every
   * other page, and Lighthouse waits most of a minute for the files of the page that was left.
   */
  async function newPage() {
    return (await browser.createBrowserContext()).newPage()
  }

  /** A page in which this person is signed in. */
  async function signedInPage({ email }) {
    const page = await newPage()
    const item = await createStoredSignIn(school.url, email, PASSWORD)
    await page.goto(`${school.url}/robots.txt`)
    await page.evaluate(({ key, value }) => localStorage.setItem(key, value), item)
    return page
  }

  /** Repeats until a report reaches all scores. Only the speed may differ between attempts. */
  async function expectScores(context, page, path, minimum, latestPaint = Infinity) {
    for (let attempt = 1; ; attempt += 1) {
      const report = await runLighthouse(page, path)
      context.diagnostic(formatReport(report))
      const belowMinimum = Object.keys(minimum).filter(
        (category) => report.scores[category] < minimum[category],
      )
      const slow = belowMinimum.includes('performance') || report.paint > latestPaint
      const message = `${path}: ${JSON.stringify(report, null, 2)}`
      assert.ok(report.shift === 0 && belowMinimum.every((category) => category === 'performance'), message)
      if (slow && attempt < MAX_ATTEMPTS) continue
      assert.ok(!slow || !assertsSpeed(report), message)
      await page.browserContext().close()
      return
    }
  }

  function assertsSpeed({ machine }) {
    return SPEED === '1' || (SPEED !== '0' && machine >= MIN_BENCHMARK_INDEX)
  }

  async function runLighthouse(page, path) {
    const { lhr } = await lighthouse(school.url + path, { logLevel: 'error' }, undefined, page)
    const { audits, categories } = lhr
    const scores = Object.fromEntries(
      Object.entries(categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
    )
    return {
      scores,
      machine: lhr.environment.benchmarkIndex,
      shift: audits['cumulative-layout-shift'].numericValue,
      paint: audits['largest-contentful-paint'].numericValue,
      blocked: audits['total-blocking-time'].numericValue,
      failing: Object.values(audits)
        .filter(
          ({ score, scoreDisplayMode }) => score !== null && score < 1 && scoreDisplayMode !== 'informative',
        )
        .map(({ id, displayValue }) => [id, displayValue].filter(Boolean).join(': ')),
    }
  }

  function formatReport({ scores, paint, blocked }) {
    const [shown, lag] = [paint, blocked].map((ms) => `${Math.round(ms)} ms`)
    return `performance ${scores.performance}, largest part after ${shown}, blocked for ${lag}`
  }
})
