/** What every journey needs: a fresh school, people who sign in, and a watch on the browser's console. */
import { cpSync } from 'node:fs'
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import { type Database, freshPostgres } from '../support/database.ts'
import { PASSWORD } from '../support/people.ts'
import { keptSignIn } from '../support/signed-in.ts'
import { freshFolder, lastingPort, removeFolder, startTala, type Tala } from '../support/tala.ts'

/** Opens another person's browser, with an eye on its console too. */
export type Elsewhere = (options?: BrowserContextOptions) => Promise<Page>

const HALF_HOUR_MS = 1_800_000

interface Fixtures {
  /** What the school's database is. */
  databaseKind: Database['kind']
  /** A demo school that nothing has happened in yet. */
  school: Tala
  elsewhere: Elsewhere
  /** Complaints of the browser: breaches of the content security policy and uncaught errors. The test fails on any. */
  complaints: string[]
}

/** Makes the data folder of a demo school that nothing has happened in yet, and the port that it is for. */
type FreshSchool = () => Promise<{ dataFolder: string; port: number }>

export const test = base.extend<Fixtures, { freshSchool: FreshSchool }>({
  databaseKind: ['sqlite', { option: true }],
  // Copying a school that the demo has filled takes half as long as filling another.
  freshSchool: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from here.
    async ({}, use) => {
      const original = freshFolder()
      const port = await lastingPort()
      let filledIn = -1
      await use(async () => {
        // Midnight lies between two half hours everywhere: copies show the same days as a new school would.
        const halfHour = Math.floor(Date.now() / HALF_HOUR_MS)
        if (halfHour !== filledIn) {
          removeFolder(original)
          await (await startTala({ name: 'browser-fresh', dataFolder: original, port })).stop()
          filledIn = halfHour
        }
        const dataFolder = freshFolder()
        cpSync(original, dataFolder, { recursive: true })
        return { dataFolder, port }
      })
      removeFolder(original)
    },
    { scope: 'worker' },
  ],
  school: async ({ databaseKind, freshSchool }, use, info) => {
    const name = `browser-${info.titlePath.slice(0, -1).join('-').slice(0, 40)}-${info.testId.slice(-6)}`
    if (databaseKind === 'postgres') {
      const database = await freshPostgres()
      const school = await startTala({ name, database })
      await use(school)
      await school.stop()
      await database.drop()
    } else {
      const school = await startTala({ name, ...(await freshSchool()) })
      await use(school)
      await school.stop()
      removeFolder(school.dataFolder)
    }
  },
  elsewhere: async ({ browser, complaints }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (options) => {
      const context = await browser.newContext(options)
      contexts.push(context)
      watch(context, complaints)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = []
      watch(context, complaints)
      await use(complaints)
      expect(complaints, 'the browser complained').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Collects breaches of the content security policy and uncaught errors of all pages of a context. */
function watch(context: BrowserContext, complaints: string[]): void {
  context.on('console', (message) => {
    const text = message.text()
    if (/content security policy|refused to (load|execute|apply|connect|frame)/i.test(text))
      complaints.push(text)
  })
  context.on('weberror', (error) => complaints.push(`${error.error()}`))
}

/** As somebody who has signed in before, which is where most journeys begin. */
export async function signIn(page: Page, school: Tala, { email }: { email: string }): Promise<void> {
  const kept = await keptSignIn(school.url, email, PASSWORD)
  await page.goto(`${school.url}/robots.txt`)
  await page.evaluate(({ key, value }) => localStorage.setItem(key, value), kept)
  await page.goto(`${school.url}/auth/callback`)
}

/** Through the issuer's own page, from the landing page's Login. */
export async function signInByHand(page: Page, school: Tala, { email }: { email: string }): Promise<void> {
  await page.goto(school.url)
  const folded = page.getByRole('button', { name: 'Menu', exact: true })
  const login = page.getByRole('button', { name: 'Login', exact: true })
  await expect(folded.or(login)).toBeVisible()
  if (await folded.isVisible()) await folded.click()
  await login.click()
  await fillSignIn(page, email)
}

export async function fillSignIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

export async function signInAsStudent(
  page: Page,
  school: Tala,
  who: { email: string; name: string },
): Promise<void> {
  await signIn(page, school, who)
  await expect(page).toHaveURL(`${school.url}/booking#dashboard`)
  await expect(page.getByRole('heading', { level: 1, name: `Namaste, ${firstName(who.name)}` })).toBeVisible()
}

export function firstName(name: string): string {
  return name.split(' ')[0] ?? name
}

/** The free classes on view. */
export function slots(scope: Page | Locator): Locator {
  return scope.locator('button[data-slot]')
}

/** When a virtual class starts, by its slot's id. */
export function startOf(slotId: string): Date {
  return new Date(Number(/-(\d{8})$/.exec(slotId)?.[1]) * 60_000)
}

const HOUR_MS = 3_600_000
/** A class can be booked until 12 hours before it starts, and gives the money back until 24 (D24). */
const DEADLINES_HOURS = [12, 24]
const MARGIN_HOURS = 0.5

/** The first free class that passes no deadline while a test looks at it, whatever the time of day. */
export async function soonest(page: Page): Promise<Locator> {
  await expect(slots(page).first()).toBeVisible()
  const ids = await slots(page).evaluateAll((all) => all.map((one) => one.getAttribute('data-slot') ?? ''))
  const now = await page.evaluate(() => Date.now())
  const isSteady = (id: string) => {
    const hours = (startOf(id).getTime() - now) / HOUR_MS
    return DEADLINES_HOURS.every((deadline) => hours < deadline || hours > deadline + MARGIN_HOURS)
  }
  const id = ids.find(isSteady)
  if (id) return page.locator(`[data-slot="${id}"]`)
  // A phone shows one day at a time.
  await page.getByRole('button', { name: /^Go to | पर जाएँ$/ }).click()
  return soonest(page)
}

/** The id of a free class. */
export async function slotId(slot: Locator): Promise<string> {
  return (await slot.getAttribute('data-slot')) ?? ''
}

/** A name and its value, as the dialogs show them. */
export async function expectFact(scope: Locator, name: string, value: string | RegExp): Promise<void> {
  const row = scope
    .locator('dl > div')
    .filter({ has: scope.page().getByRole('term').getByText(name, { exact: true }) })
  await expect(row.getByRole('definition')).toHaveText(value)
}

/** The access token that the browser holds, for asking the API as this person. */
export async function tokenOf(page: Page): Promise<string> {
  const stored = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('oidc.user:'))
    return key ? localStorage.getItem(key) : null
  })
  return (JSON.parse(stored ?? '{}') as { access_token: string }).access_token
}

/** Opens the first free class, or this one, and returns the dialog. */
export async function openBooking(page: Page, slot?: Locator): Promise<Locator> {
  await (slot ?? (await soonest(page))).click()
  const dialog = page.getByRole('dialog', { name: 'Book Your Class' })
  await expect(dialog).toBeVisible()
  return dialog
}

export function confirmButton(dialog: Locator): Locator {
  return dialog.getByRole('button', { name: 'Book with Credits (1 credits)' })
}

export function confirmation(page: Page): Locator {
  return page.getByRole('region', { name: 'Your class is booked' })
}

/** From now on no time passes in this browser by itself. */
export async function stopTheClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now())
  await page.clock.pauseAt(now + 1_000)
}

/** Closes every toast on view. On a phone they lie over the header for five seconds. */
export async function closeToasts(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: 'Dismiss', exact: true })
  // In one step: a toast may go while a click is on its way.
  await close.evaluateAll((buttons: HTMLElement[]) => {
    for (const button of buttons) button.click()
  })
  await expect(close).toHaveCount(0)
}

/** The side menu, on wide screens. */
export function menu(page: Page, entry: string): Locator {
  return page.getByRole('navigation').getByRole('link', { name: entry })
}

/** Presses Tab until the thing of this name has the focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  await tabUntil(page, () =>
    page.evaluate((wanted) => document.activeElement?.textContent?.trim() === wanted, name),
  )
}

export async function tabUntil(page: Page, there: () => Promise<boolean>): Promise<void> {
  for (let step = 0; step < 80; step += 1) {
    if (await there()) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab does not lead there')
}
