/**
 * Every page at further widths: the narrowest that WCAG requires (1.4.10), a desktop at 200 % zoom,
 * a tablet, a wide screen; then with texts 40 % longer, on a desktop and a phone. No horizontal
 * scrolling, no clipped text.
 */
import type { Page } from '@playwright/test'
import { DEVIKA, KAVYA, MEERA, PASSWORD } from '../support/people.ts'
import type { Tala } from '../support/tala.ts'
import {
  DESKTOP,
  expandText,
  expectNoClippedText,
  expectNoHorizontalScroll,
  PHONE,
  takeScreenshots,
} from './a11y.ts'
import { expect, freeSlotButtons, openBooking, signIn, signInAsStudent, test } from './fixtures.ts'
import { signInAsTeacher } from './teacherHelpers.ts'

const VIEWS = {
  narrow: { width: 320, height: 640 },
  magnified: { width: 680, height: 450 },
  tablet: { width: 768, height: 1024 },
  wide: { width: 1920, height: 1080 },
}

const EXPANDED_VIEWS = { desk: DESKTOP, phone: PHONE }

// Screenshots take long.
test.setTimeout(process.env.TALA_E2E_SHOTS ? 600_000 : 240_000)

async function checkWidths(page: Page, name: string): Promise<void> {
  await checkInEach(page, VIEWS, name)
}

async function checkExpanded(page: Page, name: string): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached()
  await expandText(page)
  await checkInEach(page, EXPANDED_VIEWS, `${name}-longer`)
}

async function checkInEach(
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
    await expectNoHorizontalScroll(page, `${name}, ${view}`)
    await expectNoClippedText(page, `${name}, ${view}`)
    await takeScreenshots(page, view, name)
  }
}

/** First with the original texts: the expansion cannot be undone. */
async function checkSections(
  page: Page,
  school: Tala,
  path: string,
  sections: readonly string[],
): Promise<void> {
  for (const lookAt of [checkWidths, checkExpanded]) {
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
    await checkWidths(page, `site${path.replaceAll('/', '-')}`)
    await checkExpanded(page, `site${path.replaceAll('/', '-')}`)
  }
})

test('the student area', async ({ page, school }) => {
  await signInAsStudent(page, school, MEERA)
  await expect(freeSlotButtons(page).first()).toBeVisible()
  await checkWidths(page, 'dashboard')
  await openBooking(page)
  await checkWidths(page, 'booking')
  await checkSections(page, school, '/booking', [
    'activeclasses',
    'history',
    'account',
    'contactus',
    'settings',
  ])
})

test('pages for new users', async ({ page, school, openBrowser }) => {
  await signIn(page, school, KAVYA)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const as of ['', '?as=student', '?as=teacher']) {
    await page.goto(`${school.url}/onboarding${as}`)
    await checkWidths(page, `onboarding${as.replace('?', '-')}`)
    await checkExpanded(page, `onboarding${as.replace('?', '-')}`)
  }
  const pendingPage = await openBrowser()
  await signIn(pendingPage, school, DEVIKA)
  await expect(pendingPage).toHaveURL(`${school.url}/verification-pending`)
  await checkWidths(pendingPage, 'verification-pending')
  await checkExpanded(pendingPage, 'verification-pending')
})

test('the teacher area', async ({ page, school }) => {
  await signInAsTeacher(page, school)
  await expect(page.getByRole('region', { name: 'Upcoming Classes' })).toBeVisible()
  await checkSections(page, school, '/teacher', [
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

test('the admin area', async ({ page, school }) => {
  await page.goto(`${school.url}/admin-login`)
  await checkWidths(page, 'admin-login')
  await page.getByRole('textbox', { name: 'Username' }).fill('admin')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(`${school.url}/admin`)
  await checkSections(page, school, '/admin', [
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
