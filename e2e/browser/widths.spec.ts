/**
 * Every page at the widths beside those that are looked at closely: as narrow as WCAG asks for (1.4.10), a desk magnified to
 * 200 %, a tablet, a wide screen; then with text that is 40 % longer, on a desk and a phone. Nothing may run off the side, no
 * text over its edge.
 */
import type { Page } from '@playwright/test'
import { DEVIKA, KAVYA, MEERA, PASSWORD } from '../support/people.ts'
import type { Tala } from '../support/tala.ts'
import { expect, openBooking, signIn, signInAsStudent, slots, test } from './fixtures.ts'
import { DESK, expectNothingCut, expectNothingOffTheSide, lengthen, PHONE, shootInBoth } from './looks.ts'
import { signInAsTeacher } from './teaching.ts'

const VIEWS = {
  narrow: { width: 320, height: 640 },
  magnified: { width: 680, height: 450 },
  tablet: { width: 768, height: 1024 },
  wide: { width: 1920, height: 1080 },
}

const LONGER = { desk: DESK, phone: PHONE }

// Pictures take their time.
test.setTimeout(process.env.TALA_E2E_SHOTS ? 600_000 : 240_000)

async function look(page: Page, name: string): Promise<void> {
  await inEach(page, VIEWS, name)
}

async function lookLonger(page: Page, name: string): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached()
  await lengthen(page)
  await inEach(page, LONGER, `${name}-longer`)
}

async function inEach(
  page: Page,
  views: Record<string, { width: number; height: number }>,
  name: string,
): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached()
  for (const [view, size] of Object.entries(views)) {
    await page.setViewportSize(size)
    await page.evaluate(async () => {
      for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame)
      await document.fonts.ready
    })
    await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
    await expectNothingOffTheSide(page, `${name}, ${view}`)
    await expectNothingCut(page, `${name}, ${view}`)
    await shootInBoth(page, view, name)
  }
}

/** First as they are, then longer: that stays with the page. */
async function lookAtEach(
  page: Page,
  school: Tala,
  path: string,
  sections: readonly string[],
): Promise<void> {
  for (const lookAt of [look, lookLonger]) {
    for (const section of sections) {
      await page.goto(`${school.url}${path}#${section}`)
      await lookAt(page, `${path.slice(1)}-${section.replaceAll('/', '-')}`)
    }
  }
}

test('the public pages, in both languages', async ({ page, school }) => {
  for (const path of [
    '/',
    '/terms',
    '/privacy-policy',
    '/refund-policy',
    '/offline',
    '/nothing-here',
    '/#waitlist',
    '/hi/',
    '/hi/refund-policy',
    '/hi/#waitlist',
  ]) {
    await page.goto('about:blank')
    await page.goto(school.url + path)
    if (path.endsWith('waitlist')) await expect(page.getByRole('dialog')).toBeVisible()
    await look(page, `site${path.replaceAll('/', '-')}`)
    await lookLonger(page, `site${path.replaceAll('/', '-')}`)
  }
})

test('the student area', async ({ page, school }) => {
  await signInAsStudent(page, school, MEERA)
  await expect(slots(page).first()).toBeVisible()
  await look(page, 'dashboard')
  await openBooking(page)
  await look(page, 'booking')
  await lookAtEach(page, school, '/booking', ['activeclasses', 'history', 'account', 'contactus', 'settings'])
})

test('whoever is on the way in', async ({ page, school, elsewhere }) => {
  await signIn(page, school, KAVYA)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const as of ['', '?as=student', '?as=teacher']) {
    await page.goto(`${school.url}/onboarding${as}`)
    await look(page, `onboarding${as.replace('?', '-')}`)
    await lookLonger(page, `onboarding${as.replace('?', '-')}`)
  }
  const waiting = await elsewhere()
  await signIn(waiting, school, DEVIKA)
  await expect(waiting).toHaveURL(`${school.url}/verification-pending`)
  await look(waiting, 'verification-pending')
  await lookLonger(waiting, 'verification-pending')
})

test('the teacher area', async ({ page, school }) => {
  await signInAsTeacher(page, school)
  await expect(page.getByRole('region', { name: 'Upcoming Classes' })).toBeVisible()
  await lookAtEach(page, school, '/teacher', [
    'dashboard',
    'classes',
    'students',
    'profile',
    'availability',
    'payments',
    'payments/payouts',
    'payments/settings',
    'help',
    'help/faqs',
    'help/feed',
    'account',
  ])
})

test('the back office', async ({ page, school }) => {
  await page.goto(`${school.url}/admin-login`)
  await look(page, 'admin-login')
  await page.getByRole('textbox', { name: 'Username' }).fill('admin')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(`${school.url}/admin`)
  await lookAtEach(page, school, '/admin', [
    'approvals',
    'messages',
    'people',
    'bookings',
    'waitlist',
    'referrals',
    'orders',
    'refunds',
    'payouts',
    'coupons',
    'outbox',
    'books',
    'audit',
    'account',
  ])
})
