/** Access to the pages by role (SPEC §2, §4), and how sign-ins are renewed and end. */
import type { Page, Route } from '@playwright/test'
import { advanceClock } from '../support/api.ts'
import { DEVIKA, KAVYA, MEERA, PADMA } from '../support/people.ts'
import {
  expect,
  fillSignIn,
  freeSlotButtons,
  menuLink,
  signInAsStudent,
  signInThroughPages,
  test,
  tokenOf,
} from './fixtures.ts'

const ROUTES = ['/booking', '/confirmation', '/teacher', '/onboarding', '/verification-pending'] as const
const SITE = '/'

/** The page to which each route leads each person. */
const CASES = [
  { person: null, role: 'a visitor', home: SITE, redirects: {} },
  {
    person: MEERA,
    role: 'a student',
    home: '/booking#dashboard',
    redirects: { '/booking': '/booking#dashboard', '/confirmation': '/booking#dashboard' },
  },
  {
    person: PADMA,
    role: 'a teacher',
    home: '/teacher#dashboard',
    redirects: { '/teacher': '/teacher#dashboard' },
  },
  {
    person: KAVYA,
    role: 'a user',
    home: '/onboarding',
    redirects: { '/onboarding': '/onboarding', '/verification-pending': '/onboarding' },
  },
  {
    person: DEVIKA,
    role: 'a user with an application',
    home: '/verification-pending',
    redirects: { '/onboarding': '/verification-pending', '/verification-pending': '/verification-pending' },
  },
] as const

for (const { person, role, home, redirects } of CASES) {
  test(`every page leads ${role} to the page that SPEC states`, async ({ page, school }) => {
    if (person) {
      await signInThroughPages(page, school, person)
      await expect(page).toHaveURL(school.url + home)
      await waitUntilLoaded(page)
    }
    for (const route of ROUTES) {
      const expectedPath = (redirects as Partial<Record<string, string>>)[route] ?? home
      await page.goto(school.url + route)
      await expect(page, `${role} at ${route}`).toHaveURL(school.url + expectedPath)
      await waitUntilLoaded(page)
    }
  })
}

async function waitUntilLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

test('a link to a section is kept through sign-in', async ({ page, school }) => {
  await page.goto(`${school.url}/booking#activeclasses`)
  await expect(page).toHaveURL(`${school.url}/`)
  const notice = page.getByRole('status').filter({ hasText: 'Sign in to see your classes.' })
  await notice.getByRole('link', { name: 'Login' }).click()
  await fillSignIn(page, MEERA.email)
  await expect(page).toHaveURL(`${school.url}/booking#activeclasses`)
  await expect(page.getByRole('heading', { level: 1, name: 'Active Classes' })).toBeVisible()
})

test('the guard shows Loading... while it checks', async ({ page, school }) => {
  await signInAsStudent(page, school, MEERA)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/login', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${school.url}/booking`)
  await expect(page.getByText('Loading...')).toBeVisible()
  release()
  await expect(freeSlotButtons(page).first()).toBeVisible()
})

test('if the server cannot be reached, a message is shown instead of the role choice', async ({
  page,
  school,
}) => {
  await signInAsStudent(page, school, MEERA)
  await page.route('**/api/login', (route) => route.abort())
  await page.goto(`${school.url}/booking`)
  await expect(page).toHaveURL(`${school.url}/onboarding`)
  await expect(page.getByRole('heading', { level: 1, name: 'An error occurred during login' })).toBeVisible()
  await page.unroute('**/api/login')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL(`${school.url}/booking#dashboard`)
})

test('a reload keeps the sign-in and the section', async ({ page, school }) => {
  await signInAsStudent(page, school, MEERA)
  await menuLink(page, 'My Credits').click()
  await expect(page.getByText(/Classes Remaining/)).toBeVisible()
  await page.reload()
  await expect(page).toHaveURL(`${school.url}/booking#account`)
  await expect(page.getByText(/Classes Remaining/)).toBeVisible()
})

test('Logout ends the sign-in here, at the issuer, and in other tabs', async ({ page, context, school }) => {
  await signInThroughPages(page, school, MEERA)
  await expect(freeSlotButtons(page).first()).toBeVisible()
  const other = await context.newPage()
  await other.goto(`${school.url}/booking`)
  await expect(freeSlotButtons(other).first()).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${school.url}/`)
  await expect(page.getByRole('link', { name: 'Login', exact: true })).toBeVisible()
  await expect(other).toHaveURL(`${school.url}/`)
  await page.goto(`${school.url}/booking`)
  await expect(page).toHaveURL(`${school.url}/`)
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('oidc.'))),
  ).toEqual([])
  await expect(page.getByRole('status')).toContainText('Sign in to see your classes.')
  await page.getByRole('navigation').getByRole('link', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible()
})

test('Logout in the menu of a phone ends the sign-in while the menu is closing', async ({
  openBrowser,
  school,
}) => {
  const page = await openBrowser({
    viewport: { width: 390, height: 844 },
    // With reduced motion the menu closes before the navigation begins.
    reducedMotion: 'no-preference',
    locale: 'en-IN',
  })
  await signInThroughPages(page, school, MEERA)
  await expect(freeSlotButtons(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${school.url}/`)
  await page.goto(`${school.url}/booking`)
  await expect(page).toHaveURL(`${school.url}/`)
})

test('an expired access token is renewed silently', async ({ page, school }) => {
  await signInAsStudent(page, school, MEERA)
  const before = await tokenOf(page)
  await advanceClock(school.url, 12)
  await menuLink(page, 'Past Classes').click()
  await expect(page.getByRole('table', { name: 'Past Classes' })).toBeVisible()
  await expect.poll(() => tokenOf(page)).not.toBe(before)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page).toHaveURL(`${school.url}/booking#history`)
})

test('a page reloaded before the response of a renewal arrives stays signed in', async ({ page, school }) => {
  await signInAsStudent(page, school, MEERA)
  const before = await tokenOf(page)
  let onLost = () => {}
  const renewed = new Promise<void>((resolve) => {
    onLost = resolve
  })
  // The issuer has issued new tokens, but the page never receives them.
  const dropResponse = (route: Route) => void route.fetch().then(() => onLost())
  await page.route('**/id/token', dropResponse, { times: 1 })
  // The next request renews: that of the click, or of a refetch before it.
  await advanceClock(school.url, 12)
  await menuLink(page, 'Past Classes').click()
  await renewed
  await page.reload()
  await expect(page.getByRole('table', { name: 'Past Classes' })).toBeVisible()
  await expect.poll(() => tokenOf(page)).not.toBe(before)
  await expect(page).toHaveURL(`${school.url}/booking#history`)
})

test('two tabs that renew at the same time stay signed in', async ({ page, context, school }) => {
  await signInAsStudent(page, school, MEERA)
  const other = await context.newPage()
  await other.goto(`${school.url}/booking`)
  await expect(freeSlotButtons(other).first()).toBeVisible()
  const tabs = [page, other]
  let renewals = 0
  context.on('response', (response) => {
    if (response.url().endsWith('/id/token')) renewals += 1
  })
  for (const section of ['Past Classes', 'My Credits', 'Active Classes']) {
    const before = await tokenOf(page)
    await advanceClock(school.url, 12)
    await Promise.all(tabs.map((tab) => menuLink(tab, section).click()))
    await expect.poll(() => tokenOf(page)).not.toBe(before)
    const title = { level: 1, name: section }
    await Promise.all(tabs.map((tab) => expect(tab.getByRole('heading', title)).toBeVisible()))
    await Promise.all(tabs.map((tab) => tab.reload()))
    await Promise.all(tabs.map((tab) => expect(tab.getByRole('heading', title)).toBeVisible()))
    await Promise.all(tabs.map((tab) => expect(tab.getByRole('alert')).toHaveCount(0)))
  }
  expect(renewals, 'one renewal for both tabs').toBe(3)
})

test('an expired sign-in leads to the sign-in page and back to the same section', async ({
  page,
  school,
}) => {
  await signInAsStudent(page, school, MEERA)
  // A section without requests of its own, so that the next click finds the expired sign-in.
  await menuLink(page, 'Contact Us').click()
  await expect(page).toHaveURL(`${school.url}/booking#contactus`)
  await advanceClock(school.url, 60 * 24 * 31)
  await menuLink(page, 'My Credits').click()
  await fillSignIn(page, MEERA.email)
  await expect(page).toHaveURL(`${school.url}/booking#account`)
  await expect(page.getByText(/Classes Remaining/)).toBeVisible()
})
