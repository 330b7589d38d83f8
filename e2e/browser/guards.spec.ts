/** Who may see what (SPEC §2, §4), and what keeps a sign-in alive or ends it. */
import type { Page, Route } from '@playwright/test'
import { advance } from '../support/api.ts'
import { DEVIKA, KAVYA, MEERA, PADMA } from '../support/people.ts'
import { expect, fillSignIn, menu, signInAsStudent, signInByHand, slots, test, tokenOf } from './fixtures.ts'

const ROUTES = ['/booking', '/confirmation', '/teacher', '/onboarding', '/verification-pending'] as const
const SITE = '/'

/** Where each address leads each person. */
const WAYS = [
  { who: null, role: 'nobody', home: SITE, ways: {} },
  {
    who: MEERA,
    role: 'student',
    home: '/booking#dashboard',
    ways: { '/booking': '/booking#dashboard', '/confirmation': '/booking#dashboard' },
  },
  {
    who: PADMA,
    role: 'teacher',
    home: '/teacher#dashboard',
    ways: { '/teacher': '/teacher#dashboard' },
  },
  {
    who: KAVYA,
    role: 'user',
    home: '/onboarding',
    ways: { '/onboarding': '/onboarding', '/verification-pending': '/onboarding' },
  },
  {
    who: DEVIKA,
    role: 'user with an application',
    home: '/verification-pending',
    ways: { '/onboarding': '/verification-pending', '/verification-pending': '/verification-pending' },
  },
] as const

for (const { who, role, home, ways } of WAYS) {
  test(`every page leads ${role} where the specification says`, async ({ page, school }) => {
    if (who) {
      await signInByHand(page, school, who)
      await expect(page).toHaveURL(school.url + home)
      await settled(page)
    }
    for (const route of ROUTES) {
      const goal = (ways as Partial<Record<string, string>>)[route] ?? SITE
      await page.goto(school.url + route)
      await expect(page, `${role} at ${route}`).toHaveURL(school.url + goal)
      await settled(page)
    }
  })
}

async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

test('the guard says Loading... while it finds out', async ({ page, school }) => {
  await signInAsStudent(page, school, MEERA)
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/api/login', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${school.url}/booking`)
  await expect(page.getByText('Loading...')).toBeVisible()
  release()
  await expect(slots(page).first()).toBeVisible()
})

test('when the server cannot say who it is, the person is told and not asked to join again', async ({
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

test('a reload keeps the sign-in, and the section', async ({ page, school }) => {
  await signInAsStudent(page, school, MEERA)
  await menu(page, 'My Credits').click()
  await expect(page.getByText(/Classes Remaining/)).toBeVisible()
  await page.reload()
  await expect(page).toHaveURL(`${school.url}/booking#account`)
  await expect(page.getByText(/Classes Remaining/)).toBeVisible()
})

test('Logout ends the sign-in here, at the issuer, and in the other tabs', async ({
  page,
  context,
  school,
}) => {
  await signInByHand(page, school, MEERA)
  await expect(slots(page).first()).toBeVisible()
  const other = await context.newPage()
  await other.goto(`${school.url}/booking`)
  await expect(slots(other).first()).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${school.url}/`)
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
  await expect(other).toHaveURL(`${school.url}/`)
  await page.goto(`${school.url}/booking`)
  await expect(page).toHaveURL(`${school.url}/`)
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('oidc.'))),
  ).toEqual([])
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible()
})

test('an expired access token is renewed without a word', async ({ page, school }) => {
  await signInAsStudent(page, school, MEERA)
  const before = await tokenOf(page)
  await advance(school.url, 12)
  await menu(page, 'Past Classes').click()
  await expect(page.getByRole('table', { name: 'Past Classes' })).toBeVisible()
  await expect.poll(() => tokenOf(page)).not.toBe(before)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page).toHaveURL(`${school.url}/booking#history`)
})

test('a page reloaded in the moment of a renewal, before the answer has come, stays signed in', async ({
  page,
  school,
}) => {
  await signInAsStudent(page, school, MEERA)
  const before = await tokenOf(page)
  await advance(school.url, 12)
  let lost = () => {}
  const traded = new Promise<void>((done) => {
    lost = done
  })
  // The issuer has given new tokens; the page never gets them.
  const lose = (route: Route) => void route.fetch().then(() => lost())
  await page.route('**/id/token', lose, { times: 1 })
  await menu(page, 'Past Classes').click()
  await traded
  await page.reload()
  await expect(page.getByRole('table', { name: 'Past Classes' })).toBeVisible()
  await expect.poll(() => tokenOf(page)).not.toBe(before)
  await expect(page).toHaveURL(`${school.url}/booking#history`)
})

test('two tabs that renew at the same time do not log each other out', async ({ page, context, school }) => {
  await signInAsStudent(page, school, MEERA)
  const other = await context.newPage()
  await other.goto(`${school.url}/booking`)
  await expect(slots(other).first()).toBeVisible()
  const tabs = [page, other]
  let renewals = 0
  context.on('response', (response) => {
    if (response.url().endsWith('/id/token')) renewals += 1
  })
  for (const section of ['Past Classes', 'My Credits', 'Active Classes']) {
    const before = await tokenOf(page)
    await advance(school.url, 12)
    await Promise.all(tabs.map((tab) => menu(tab, section).click()))
    await expect.poll(() => tokenOf(page)).not.toBe(before)
    const title = { level: 1, name: section }
    await Promise.all(tabs.map((tab) => expect(tab.getByRole('heading', title)).toBeVisible()))
    await Promise.all(tabs.map((tab) => tab.reload()))
    await Promise.all(tabs.map((tab) => expect(tab.getByRole('heading', title)).toBeVisible()))
    await Promise.all(tabs.map((tab) => expect(tab.getByRole('alert')).toHaveCount(0)))
  }
  expect(renewals, 'one renewal for both tabs').toBe(3)
})

test('a sign-in that is over leads to the sign-in page and back to the same place', async ({
  page,
  school,
}) => {
  await signInAsStudent(page, school, MEERA)
  // A section that asks the server for nothing by itself, so that the click below is what finds the sign-in over.
  await menu(page, 'Contact Us').click()
  await expect(page).toHaveURL(`${school.url}/booking#contactus`)
  await advance(school.url, 60 * 24 * 31)
  await menu(page, 'My Credits').click()
  await fillSignIn(page, MEERA.email)
  await expect(page).toHaveURL(`${school.url}/booking#account`)
  await expect(page.getByText(/Classes Remaining/)).toBeVisible()
})
