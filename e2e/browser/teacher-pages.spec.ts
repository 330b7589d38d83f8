/**
 * Every page and dialog of teachers at two widths, light and dark: nothing that axe objects to (WCAG 2.0 to 2.2, A and
 * AA), nothing that runs off the side. The pictures lie in `shots-out/`, for people to look at.
 */
import type { Page } from '@playwright/test'
import { putBack } from '../support/database.ts'
import { MEERA } from '../support/people.ts'
import { runTala, type Tala } from '../support/tala.ts'
import { closeToasts, expect, test } from './fixtures.ts'
import { inspect, type Shoot, WIDTHS } from './looks.ts'
import {
  beginWizard,
  bookHours,
  entries,
  fillBasic,
  fillExperience,
  fillHours,
  goOn,
  MEET,
  meera,
  pick,
  show,
  signInAsTeacher,
} from './teaching.ts'

for (const { width, height } of WIDTHS) {
  test.describe(`${width} pixels`, () => {
    test.use({ viewport: { width, height } })
    test.setTimeout(240_000)
    const shoot = (page: Page, name: string) => inspect(page, `teacher-${name}`)

    test('the wizard', async ({ page, school }) => {
      await beginWizard(page, school)
      const next = page.getByRole('button', { name: 'Continue', exact: true })
      await shoot(page, 'wizard-1')
      await next.click()
      await expect(page.getByText('You must confirm your age')).toBeVisible()
      await shoot(page, 'wizard-1-failed')
      await fillBasic(page)
      await goOn(page, 'Experience')
      await next.click()
      await expect(page.getByText('Bio is required')).toBeVisible()
      await shoot(page, 'wizard-2-failed')
      await fillExperience(page)
      await page.getByRole('button', { name: 'Add a highlight' }).click()
      await shoot(page, 'wizard-2')
      await goOn(page, 'Availability')
      await shoot(page, 'wizard-3-empty')
      await fillHours(page)
      await page.getByRole('button', { name: 'Save availability' }).click()
      await expect(page.getByText('Availability saved. Click Continue to proceed.')).toBeVisible()
      await shoot(page, 'wizard-3')
      await goOn(page, 'Pricing')
      await next.click()
      await expect(page.getByText(/Please enter a valid Google Meet link/)).toBeVisible()
      await shoot(page, 'wizard-4-failed')
      await page.getByRole('textbox', { name: 'Video meeting link' }).fill(MEET)
      await goOn(page, 'Ready to submit?')
      await shoot(page, 'wizard-5')
    })

    test('dashboard, classes and students', async ({ page, elsewhere, school }) => {
      const other = await meera(elsewhere, school)
      await bookHours(school, other.student, 12)
      await other.page.context().close()
      await signInAsTeacher(page, school)
      await dashboard(page, shoot)
      await show(page, school, 'classes', 'My Classes')
      await expect(entries(page, 'Active Classes').first()).toBeVisible()
      await shoot(page, 'classes')
      await page
        .getByRole('button', { name: /^Details/ })
        .first()
        .click()
      await expect(page.getByRole('dialog', { name: 'Private class' })).toBeVisible()
      await shoot(page, 'class')
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel class' }).click()
      await expect(page.getByRole('dialog', { name: 'Cancel this class?' })).toBeVisible()
      await shoot(page, 'class-cancel')
      await page.keyboard.press('Escape')
      await page.getByRole('tab', { name: 'Past Classes' }).click()
      await expect(entries(page, 'Past Classes').first()).toBeVisible()
      await shoot(page, 'classes-past')
      await page
        .getByRole('button', { name: /^Details/ })
        .first()
        .click()
      await expect(page.getByRole('button', { name: /^Mark as no-show/ })).toBeVisible()
      await shoot(page, 'class-past')
      await page.keyboard.press('Escape')
      await show(page, school, 'students', 'My Students')
      await shoot(page, 'students')
      await page.getByRole('link', { name: MEERA.name }).click()
      await expect(page.getByRole('textbox', { name: 'Your notes' })).toBeVisible()
      await shoot(page, 'student')
    })

    test('profile, hours and published classes', async ({ page, school }) => {
      await signInAsTeacher(page, school)
      await show(page, school, 'profile', 'My Profile')
      await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
      await shoot(page, 'profile')
      await page.getByRole('button', { name: 'Edit Profile' }).click()
      await page.getByRole('textbox', { name: 'Bio' }).fill('short')
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await expect(page.getByText('Bio should be at least 50 characters')).toBeVisible()
      await shoot(page, 'profile-failed')
      await page.getByRole('button', { name: 'Discard changes' }).click()
      await hours(page, school, shoot)
    })

    test('payments and help', async ({ page, school }) => {
      await signInAsTeacher(page, school)
      await show(page, school, 'payments', 'Payments')
      await expect(page.getByRole('heading', { name: 'Earnings by month' })).toBeVisible()
      await shoot(page, 'earnings')
      await money(page, school, shoot)
      await show(page, school, 'help', 'Help')
      await pick(page, 'Message type', 'Reschedule a class')
      await page.getByRole('button', { name: 'Send message' }).click()
      await expect(page.getByText('Please select a student')).toBeVisible()
      await shoot(page, 'help-failed')
      await show(page, school, 'help/faqs', 'Help')
      await page.getByRole('button', { name: 'When am I paid?' }).click()
      await expect(page.getByText(/Payouts are made on the 1st and 15th/)).toBeVisible()
      await shoot(page, 'help-faqs')
      await show(page, school, 'help/feed', 'Help')
      await page.getByRole('button', { name: 'Create an address' }).click()
      await expect(page.getByRole('textbox', { name: 'Feed address' })).toBeVisible()
      await shoot(page, 'help-feed')
    })
  })
}

async function dashboard(page: Page, shoot: Shoot): Promise<void> {
  const calendar = page.getByRole('region', { name: 'Upcoming Classes' })
  for (const view of ['Day', 'Week', 'Month']) {
    await calendar.getByText(view, { exact: true }).click()
    await expect(calendar.getByRole('radio', { name: view })).toBeChecked()
    await expect(page.getByText(/^Loading/)).toHaveCount(0)
    await shoot(page, `dashboard-${view.toLowerCase()}`)
  }
  await page.getByRole('button', { name: 'Share Your Teacher Invite Code' }).click()
  await expect(page.getByRole('dialog').getByText('TCH-PAD-2345', { exact: true })).toBeVisible()
  await shoot(page, 'share')
  await page.keyboard.press('Escape')
}

async function hours(page: Page, school: Tala, shoot: Shoot): Promise<void> {
  await show(page, school, 'availability', 'My Availability')
  const form = page.getByRole('form', { name: 'My Availability' })
  await expect(
    page.getByRole('region', { name: 'What students see' }).getByRole('listitem').first(),
  ).toBeVisible()
  await shoot(page, 'availability')
  await form.getByRole('button', { name: 'Add time off or a special day' }).click()
  await form.getByText('Other hours', { exact: true }).click()
  await form.getByRole('textbox', { name: 'Visibility days' }).fill('')
  await form.getByRole('button', { name: 'Save availability' }).click()
  await expect(form.getByText('Please specify visibility days')).toBeVisible()
  await shoot(page, 'availability-failed')
  await form.getByRole('button', { name: 'Copy Monday to other days' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Copy Monday to other days' })).toBeVisible()
  await shoot(page, 'availability-copy')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Publish a class' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish a class' })
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog.getByText('Please choose a date')).toBeVisible()
  await shoot(page, 'publish-failed')
}

/** Empty, filled in, refused, and with a payout and its statement. */
async function money(page: Page, school: Tala, shoot: Shoot): Promise<void> {
  await show(page, school, 'payments/payouts', 'Payments')
  await expect(page.getByText('No payouts yet')).toBeVisible()
  await shoot(page, 'payouts-empty')
  await show(page, school, 'payments/settings', 'Payments')
  await pick(page, 'Country', 'India')
  await page.getByRole('button', { name: 'Save Payment Settings' }).click()
  await expect(page.getByText('Please enter IFSC code')).toBeVisible()
  await shoot(page, 'bank-failed')
  await page.getByRole('textbox', { name: 'Account Holder Name' }).fill('Padma Subramaniam')
  await page.getByRole('textbox', { name: 'Bank Name' }).fill('Indian Bank')
  await page.getByRole('textbox', { name: 'Account Number' }).fill('987654321098')
  await page.getByRole('textbox', { name: 'IFSC Code' }).fill('IDIB000T014')
  await page.getByRole('button', { name: 'Save Payment Settings' }).click()
  await expect(page.getByText('Payment settings saved successfully!')).toBeVisible()
  await closeToasts(page)
  await expect(page.getByText('Stored: •••• 1098. Leave this empty to keep it.')).toBeVisible()
  await shoot(page, 'bank')
  await putBack(school.database, 40)
  await runTala(school.settings, 'payout', 'run')
  await show(page, school, 'payments/payouts', 'Payments')
  await page.reload()
  await expect(entries(page, 'Payout history')).toHaveCount(1)
  await shoot(page, 'payouts')
  await page.getByRole('link', { name: /^Statement/ }).click()
  await expect(page.getByRole('article', { name: 'Payout statement' })).toBeVisible()
  await shoot(page, 'statement')
}
