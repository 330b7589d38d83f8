/**
 * Every page and state at two widths, light and dark: nothing that axe objects to (WCAG 2.0 to 2.2, A and AA), nothing
 * that runs off the side. The pictures lie in `shots-out/`, for people to look at.
 */
import type { Page } from '@playwright/test'
import { DEVIKA, KAVYA, MEERA, PADMA } from '../support/people.ts'
import type { Tala } from '../support/tala.ts'
import {
  closeToasts,
  confirmation,
  confirmButton,
  expect,
  openBooking,
  signIn,
  signInAsStudent,
  slots,
  test,
} from './fixtures.ts'
import { inspect, type Shoot, WIDTHS } from './looks.ts'

for (const { width, height } of WIDTHS) {
  test.describe(`${width} pixels`, () => {
    test.use({ viewport: { width, height } })
    test.setTimeout(180_000)
    const shoot = (page: Page, name: string) => inspect(page, name)

    test('the site, signing in and joining', async ({ page, school }) => {
      await page.goto(school.url)
      await shoot(page, 'landing')
      await page.goto(`${school.url}/nothing-here`)
      await shoot(page, 'not-found')
      await page.goto(`${school.url}/auth/callback?error=access_denied&state=x`)
      await shoot(page, 'sign-in-failed')
      await joining(page, school, shoot)
    })

    test('the student area', async ({ page, school }) => {
      await signInAsStudent(page, school, MEERA)
      await expect(slots(page).first()).toBeVisible()
      await shoot(page, 'dashboard')
      if (width < 768) {
        await page.getByRole('button', { name: 'Open menu' }).click()
        await expect(page.getByRole('dialog').getByRole('link', { name: 'My Credits' })).toBeVisible()
        await shoot(page, 'drawer')
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toBeHidden()
      }
      const dialog = await openBooking(page)
      await shoot(page, 'modal')
      await confirmButton(dialog).click()
      await confirmation(page).getByRole('heading').hover()
      await expect(page.getByText('Take your time; this stays while you are here.')).toBeVisible()
      await expect(page.getByText(/A confirmation was sent to/)).toBeVisible()
      await shoot(page, 'confirmation')
      await studentSections(page, school, shoot)
    })

    test('without credits, and the pending page', async ({ elsewhere, page, school }) => {
      await signIn(page, school, KAVYA)
      await page.getByRole('button', { name: /Continue as Student/ }).click()
      await page.getByRole('textbox', { name: 'Teacher Invite Code' }).fill(PADMA.code)
      await page.getByRole('button', { name: 'Continue', exact: true }).click()
      await expect(page.getByText('Successfully registered as a student!')).toBeVisible()
      await closeToasts(page)
      await expect(slots(page).first()).toBeVisible()
      const dialog = await openBooking(page)
      await expect(dialog.getByText('Insufficient Credits')).toBeVisible()
      await shoot(page, 'insufficient')
      await page.goto(`${school.url}/booking#activeclasses`)
      await expect(page.getByText('No active classes found')).toBeVisible()
      await shoot(page, 'active-empty')
      await page.goto(`${school.url}/booking#account`)
      await expect(page.getByText('0 Classes Remaining')).toBeVisible()
      await shoot(page, 'credits-none')

      const devika = await elsewhere()
      await signIn(devika, school, DEVIKA)
      await expect(devika).toHaveURL(/verification-pending/)
      await shoot(devika, 'pending')
    })
  })
}

async function joining(page: Page, school: Tala, shoot: Shoot): Promise<void> {
  await page.goto(school.url)
  await page.getByRole('main').getByRole('button', { name: 'Student? Use Invite Code' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Create your account' })).toBeVisible()
  await shoot(page, 'sign-up')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await shoot(page, 'sign-up-failed')
  await page.getByLabel('Your name').fill('Tara Devi')
  await page.getByLabel('E-mail').fill('tara@new.test')
  await page.getByLabel('Password').fill('nine rivers and a lamp')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Check your mail' })).toBeVisible()
  await shoot(page, 'code')

  await page.goto(`${school.url}/booking`)
  await page.getByRole('main').getByRole('button', { name: 'Student? Use Invite Code' }).click()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible()
  await shoot(page, 'sign-in')
  await page.getByLabel('E-mail').fill(KAVYA.email)
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await shoot(page, 'sign-in-wrong')
  await page.getByLabel('Password').fill('tala demo 2026')
  await page.getByRole('button', { name: 'Sign in' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Complete Your Profile' })).toBeVisible()
  await shoot(page, 'onboarding-form')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1)
  await shoot(page, 'onboarding-form-failed')
  await page.getByRole('textbox', { name: 'Teacher Invite Code' }).fill(PADMA.code)
  await expect(page.getByText(PADMA.name)).toBeVisible()
  await shoot(page, 'onboarding-form-known')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('button', { name: /Continue as Student/ })).toBeVisible()
  await shoot(page, 'onboarding-choice')
}

async function studentSections(page: Page, school: Tala, shoot: Shoot): Promise<void> {
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
      await shoot(page, 'contact-failed')
      await page.getByRole('tab', { name: 'FAQs' }).click()
      await page.getByRole('button', { name: 'How do I cancel a class?' }).click()
    }
    await shoot(page, name)
  }
  const opener = page.getByRole('button', { name: 'Open menu' })
  if (await opener.isVisible()) await opener.click()
  await page.getByRole('button', { name: 'Terms & Conditions' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Terms & Conditions' })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await shoot(page, 'terms')
  await page.route('**/api/active-classes*', (route) => route.fulfill({ status: 403, json: {} }))
  await page.goto(`${school.url}/booking#activeclasses`)
  await page.reload()
  await expect(page.getByRole('alert')).toBeVisible()
  await shoot(page, 'error-panel')
}
