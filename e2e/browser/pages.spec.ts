/**
 * Page checks of every page and state at two widths, light and dark: no axe violations (WCAG 2.0 to
 * 2.2, A and AA), no horizontal scrolling. Screenshots are in `shots-out/`.
 */
import type { Page } from '@playwright/test'
import { DEVIKA, KAVYA, MEERA, PADMA } from '../support/people.ts'
import type { Tala } from '../support/tala.ts'
import { type CheckPage, checkPage, WIDTHS } from './a11y.ts'
import {
  closeToasts,
  confirmation,
  confirmButton,
  expect,
  freeSlotButtons,
  learnOneself,
  openBooking,
  signIn,
  signInAsStudent,
  test,
} from './fixtures.ts'
import { sendInviteCode } from './teacherHelpers.ts'

for (const { width, height } of WIDTHS) {
  test.describe(`${width} pixels`, () => {
    test.use({ viewport: { width, height } })
    test.setTimeout(180_000)
    const check = (page: Page, name: string) => checkPage(page, name)

    test('the site, sign-in and joining', async ({ page, school }) => {
      await page.goto(school.url)
      await check(page, 'landing')
      await page.goto(`${school.url}/nothing-here`)
      await check(page, 'not-found')
      await page.goto(`${school.url}/auth/callback?error=access_denied&state=x`)
      await check(page, 'sign-in-failed')
      await checkJoining(page, school, check)
    })

    test('the student area', async ({ page, school }) => {
      await signInAsStudent(page, school, MEERA)
      await expect(freeSlotButtons(page).first()).toBeVisible()
      await check(page, 'dashboard')
      if (width < 768) {
        await page.getByRole('button', { name: 'Open menu' }).click()
        await expect(page.getByRole('dialog').getByRole('link', { name: 'My Credits' })).toBeVisible()
        await check(page, 'drawer')
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toBeHidden()
      }
      const dialog = await openBooking(page)
      await check(page, 'modal')
      await confirmButton(dialog).click()
      await confirmation(page).getByRole('heading').hover()
      await expect(page.getByText('Take your time. This stays open while you’re here.')).toBeVisible()
      await expect(page.getByText(/We’ve emailed a confirmation to/)).toBeVisible()
      await check(page, 'confirmation')
      await checkStudentSections(page, school, check)
    })

    test('without credits, and the pending page', async ({ openBrowser, page, school }) => {
      await signIn(page, school, KAVYA)
      await page.getByRole('button', { name: /Continue as Student/ }).click()
      await learnOneself(page)
      await page.getByRole('textbox', { name: 'Teacher Invite Code' }).fill(PADMA.code)
      await page.getByRole('button', { name: 'Continue', exact: true }).click()
      await expect(page.getByText('Successfully registered as a student!')).toBeVisible()
      await closeToasts(page)
      await expect(freeSlotButtons(page).first()).toBeVisible()
      const dialog = await openBooking(page)
      await expect(dialog.getByText('Insufficient Credits')).toBeVisible()
      await check(page, 'insufficient')
      await page.goto(`${school.url}/booking#activeclasses`)
      await expect(page.getByText('No active classes found')).toBeVisible()
      await check(page, 'active-empty')
      await page.goto(`${school.url}/booking#account`)
      await expect(page.getByText('0 Classes Remaining')).toBeVisible()
      await check(page, 'credits-none')

      const devika = await openBrowser()
      await signIn(devika, school, DEVIKA)
      await expect(devika).toHaveURL(/verification-pending/)
      await check(devika, 'pending')
    })
  })
}

async function checkJoining(page: Page, school: Tala, check: CheckPage): Promise<void> {
  await page.goto(school.url)
  await sendInviteCode(page, 'TCH-NOT-2222')
  const dialog = page.getByRole('dialog', { name: 'Use your invite code' })
  await expect(dialog.getByText(/^This code isn’t working/)).toBeVisible()
  await check(page, 'invite-code')
  await page.keyboard.press('Escape')
  await sendInviteCode(page, PADMA.code)
  await expect(page.getByRole('heading', { level: 1, name: 'Create your account' })).toBeVisible()
  await check(page, 'sign-up')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await check(page, 'sign-up-failed')
  await page.getByLabel('Your name').fill('Tara Devi')
  await page.getByLabel('Email').fill('tara@new.test')
  await page.getByLabel('Password').fill('nine rivers and a lamp')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible()
  await check(page, 'code')

  await page.goto(`${school.url}/booking`)
  await sendInviteCode(page, PADMA.code)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible()
  await check(page, 'sign-in')
  await page.getByLabel('Email').fill(KAVYA.email)
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await check(page, 'sign-in-wrong')
  await page.getByLabel('Password').fill('tala demo 2026')
  await page.getByRole('button', { name: 'Sign in' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Complete Your Profile' })).toBeVisible()
  await check(page, 'onboarding-who')
  await learnOneself(page)
  await check(page, 'onboarding-form')
  // The code from the front page is filled in.
  await page.getByRole('textbox', { name: 'Teacher Invite Code' }).fill('')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1)
  await check(page, 'onboarding-form-failed')
  await page.getByRole('textbox', { name: 'Teacher Invite Code' }).fill(PADMA.code)
  await expect(page.getByText(PADMA.name)).toBeVisible()
  await check(page, 'onboarding-form-known')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('button', { name: /Continue as Student/ })).toBeVisible()
  await check(page, 'onboarding-choice')
}

async function checkStudentSections(page: Page, school: Tala, check: CheckPage): Promise<void> {
  for (const [hash, title, name] of [
    ['activeclasses', 'Active Classes', 'active'],
    ['history', 'Past Classes', 'past'],
    ['account', 'My Credits', 'credits'],
    ['contactus', 'Help & Support', 'contact'],
  ] as const) {
    await page.goto(`${school.url}/booking#${hash}`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText(/^Loading/)).toHaveCount(0)
    if (name === 'contact') {
      await page.getByRole('button', { name: 'Send message' }).click()
      await expect(page.getByText('Please enter your message')).toBeVisible()
      await check(page, 'contact-failed')
      await page.getByRole('tab', { name: 'FAQs' }).click()
      await page.getByRole('button', { name: 'How do I cancel a class?' }).click()
    }
    await check(page, name)
  }
  const opener = page.getByRole('button', { name: 'Open menu' })
  if (await opener.isVisible()) await opener.click()
  await page.getByRole('button', { name: 'Terms & Conditions' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Terms & Conditions' })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await check(page, 'terms')
  await page.route('**/api/active-classes*', (route) => route.fulfill({ status: 403, json: {} }))
  await page.goto(`${school.url}/booking#activeclasses`)
  await page.reload()
  await expect(page.getByRole('alert')).toBeVisible()
  await check(page, 'error-panel')
}
