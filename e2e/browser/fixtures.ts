/** Fixtures of all tests: a new demo school, sign-in, and the detection of browser errors. */
import { cpSync } from 'node:fs'
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import { createPostgresDatabase, type Database } from '../support/database.ts'
import { PASSWORD } from '../support/people.ts'
import { createStoredSignIn } from '../support/stored-sign-in.ts'
import { removeFolder, reservedPort, startTala, type Tala, temporaryFolder } from '../support/tala.ts'

/** Opens another browser context; its errors are detected too. */
export type OpenBrowser = (options?: BrowserContextOptions) => Promise<Page>

const HALF_HOUR_MS = 1_800_000

interface Fixtures {
  /** The database of the school. */
  databaseKind: Database['kind']
  /** The configuration file of the school, in TOML. */
  configuration: string
  /** A new demo school. */
  school: Tala
  openBrowser: OpenBrowser
  /** CSP violations and uncaught errors in any page. The test fails if there are any. */
  browserErrors: string[]
}

/** Creates the data folder of a new demo school, and returns the port that it is for. */
type CreateSchool = () => Promise<{ dataFolder: string; port: number }>

export const test = base.extend<Fixtures, { createSchool: CreateSchool }>({
  databaseKind: ['sqlite', { option: true }],
  configuration: ['', { option: true }],
  // Copying a seeded school takes half as long as seeding another.
  createSchool: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from this pattern
    async ({}, use) => {
      const original = temporaryFolder()
      const port = await reservedPort()
      let filledIn = -1
      await use(async () => {
        // In every time zone midnight is at a half hour, so copies show the same days as a new
        // school.
        const halfHour = Math.floor(Date.now() / HALF_HOUR_MS)
        if (halfHour !== filledIn) {
          removeFolder(original)
          await (await startTala({ name: 'browser-fresh', dataFolder: original, port })).stop()
          filledIn = halfHour
        }
        const dataFolder = temporaryFolder()
        cpSync(original, dataFolder, { recursive: true })
        return { dataFolder, port }
      })
      removeFolder(original)
    },
    { scope: 'worker' },
  ],
  school: async ({ databaseKind, configuration, createSchool }, use, info) => {
    const name = `browser-${info.titlePath.slice(0, -1).join('-').slice(0, 40)}-${info.testId.slice(-6)}`
    if (databaseKind === 'postgres') {
      const database = await createPostgresDatabase()
      const school = await startTala({ name, database, configuration })
      await use(school)
      await school.stop()
      await database.drop()
    } else {
      const school = await startTala({ name, configuration, ...(await createSchool()) })
      await use(school)
      await school.stop()
      removeFolder(school.dataFolder)
    }
  },
  openBrowser: async ({ browser, browserErrors }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (options) => {
      const context = await browser.newContext(options)
      contexts.push(context)
      collectBrowserErrors(context, browserErrors)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },
  browserErrors: [
    async ({ context }, use) => {
      const browserErrors: string[] = []
      collectBrowserErrors(context, browserErrors)
      await use(browserErrors)
      expect(browserErrors, 'errors in the browser').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Collects CSP violations and uncaught errors of all pages of a context. */
function collectBrowserErrors(context: BrowserContext, browserErrors: string[]): void {
  context.on('console', (message) => {
    const text = message.text()
    if (/content security policy|refused to (load|execute|apply|connect|frame)/i.test(text))
      browserErrors.push(text)
  })
  context.on('weberror', (error) => browserErrors.push(`${error.error()}`))
}

/** Signs in with a stored sign-in, without pages. */
export async function signIn(page: Page, school: Tala, { email }: { email: string }): Promise<void> {
  const item = await createStoredSignIn(school.url, email, PASSWORD)
  await page.goto(`${school.url}/robots.txt`)
  await page.evaluate(({ key, value }) => localStorage.setItem(key, value), item)
  await page.goto(`${school.url}/auth/callback`)
}

/** Signs in through the issuer's page, from the landing page's Login link. */
export async function signInThroughPages(
  page: Page,
  school: Tala,
  { email }: { email: string },
): Promise<void> {
  await page.goto(school.url)
  const menuButton = page.getByRole('button', { name: 'Menu', exact: true })
  const login = page.getByRole('link', { name: 'Login', exact: true })
  await expect(menuButton.or(login)).toBeVisible()
  if (await menuButton.isVisible()) await menuButton.click()
  await login.click()
  await fillSignIn(page, email)
}

export async function fillSignIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

export async function signInAsStudent(
  page: Page,
  school: Tala,
  person: { email: string; name: string },
): Promise<void> {
  await signIn(page, school, person)
  await expect(page).toHaveURL(`${school.url}/booking#dashboard`)
  await expect(
    page.getByRole('heading', { level: 1, name: `Namaste, ${firstName(person.name)}` }),
  ).toBeVisible()
}

export function firstName(name: string): string {
  return name.split(' ')[0] ?? name
}

/** The free slots on the page. */
export function freeSlotButtons(scope: Page | Locator): Locator {
  return scope.locator('button[data-slot]')
}

/** When a virtual class starts, by its slot's id. */
export function slotStart(slotId: string): Date {
  return new Date(Number(/-(\d{8})$/.exec(slotId)?.[1]) * 60_000)
}

const HOUR_MS = 3_600_000
/**
 * A class can be booked until 12 hours before it starts; until 24 hours before, cancelling refunds
 * money (D24).
 */
const DEADLINES_HOURS = [12, 24]
const MIN_HOURS_TO_DEADLINE = 0.5

/** The first free slot that passes no deadline during the test, whatever the time of day. */
export async function firstBookableSlot(page: Page): Promise<Locator> {
  await expect(freeSlotButtons(page).first()).toBeVisible()
  const ids = await freeSlotButtons(page).evaluateAll((all) =>
    all.map((slot) => slot.getAttribute('data-slot') ?? ''),
  )
  const now = await page.evaluate(() => Date.now())
  const isFarFromDeadline = (id: string) => {
    const hours = (slotStart(id).getTime() - now) / HOUR_MS
    return DEADLINES_HOURS.every((deadline) => hours < deadline || hours > deadline + MIN_HOURS_TO_DEADLINE)
  }
  const id = ids.find(isFarFromDeadline)
  if (id) return page.locator(`[data-slot="${id}"]`)
  // A phone shows one day at a time.
  await page.getByRole('button', { name: /^Go to | पर जाएँ$/ }).click()
  return firstBookableSlot(page)
}

/** The id of a free slot. */
export async function slotIdOf(slot: Locator): Promise<string> {
  return (await slot.getAttribute('data-slot')) ?? ''
}

/** Expects a label and its value in a description list. */
export async function expectDetail(scope: Locator, name: string, value: string | RegExp): Promise<void> {
  const row = scope
    .locator('dl > div')
    .filter({ has: scope.page().getByRole('term').getByText(name, { exact: true }) })
  await expect(row.getByRole('definition')).toHaveText(value)
}

/** The access token in the browser, to call the API as this person. */
export async function tokenOf(page: Page): Promise<string> {
  const stored = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('oidc.user:'))
    return key ? localStorage.getItem(key) : null
  })
  return (JSON.parse(stored ?? '{}') as { access_token: string }).access_token
}

/** Opens the first bookable slot, or this one, and returns the dialog. */
export async function openBooking(page: Page, slot?: Locator): Promise<Locator> {
  await (slot ?? (await firstBookableSlot(page))).click()
  const dialog = page.getByRole('dialog', { name: 'Book Your Class' })
  await expect(dialog).toBeVisible()
  return dialog
}

export function confirmButton(dialog: Locator): Locator {
  return dialog.getByRole('button', { name: 'Book with Credits (1 credit)' })
}

export function confirmation(page: Page): Locator {
  return page.getByRole('region', { name: 'Your class is booked' })
}

/** Pauses the page's clock. */
export async function pauseClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now())
  await page.clock.pauseAt(now + 1_000)
}

/** Closes all toasts. On a phone they cover the header for five seconds. */
export async function closeToasts(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: 'Dismiss', exact: true })
  // In one step, because a toast may disappear before a click.
  await close.evaluateAll((buttons: HTMLElement[]) => {
    for (const button of buttons) button.click()
  })
  await expect(close).toHaveCount(0)
}

/** An entry of the side menu, on wide screens. */
export function menuLink(page: Page, entry: string): Locator {
  return page.getByRole('navigation').getByRole('link', { name: entry })
}

/** Presses Tab until the control with this text has the focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  await tabUntil(page, () =>
    page.evaluate((expected) => document.activeElement?.textContent?.trim() === expected, name),
  )
}

export async function tabUntil(page: Page, isReached: () => Promise<boolean>): Promise<void> {
  for (let step = 0; step < 80; step += 1) {
    if (await isReached()) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab does not lead there')
}

/** In the form for joining: the person will learn themselves, and gives a date of birth. */
export async function learnOneself(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /^Me/ }).check()
  await page.getByRole('textbox', { name: 'Day' }).fill('23')
  await page.getByRole('combobox', { name: 'Month' }).selectOption('April')
  await page.getByRole('textbox', { name: 'Year' }).fill('1990')
}
