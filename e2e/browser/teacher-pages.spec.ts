/**
 * Page checks of every page and dialog of teachers at two widths, light and dark: no axe violations
 * (WCAG 2.0 to 2.2, A and AA), no horizontal scrolling. Screenshots are in `shots-out/`.
 */
import type { Page } from '@playwright/test'
import { moveClassesBack } from '../support/database.ts'
import { MEERA } from '../support/people.ts'
import { runTala, type Tala } from '../support/tala.ts'
import { type CheckPage, checkPage, WIDTHS } from './a11y.ts'
import { closeToasts, expect, test } from './fixtures.ts'
import {
  bookPrivateClasses,
  continueTo,
  fillBasic,
  fillExperience,
  fillHours,
  listRows,
  MEETING_LINK,
  openTeacherSection,
  selectOption,
  signInAsTeacher,
  signInMeera,
  startWizard,
} from './teacherHelpers.ts'

for (const { width, height } of WIDTHS) {
  test.describe(`${width} pixels`, () => {
    test.use({ viewport: { width, height } })
    test.setTimeout(240_000)
    const check = (page: Page, name: string) => checkPage(page, `teacher-${name}`)

    test('the wizard', async ({ page, school }) => {
      await startWizard(page, school)
      const next = page.getByRole('button', { name: 'Continue', exact: true })
      await check(page, 'wizard-1')
      await next.click()
      await expect(page.getByText('You must confirm your age')).toBeVisible()
      await check(page, 'wizard-1-failed')
      await fillBasic(page)
      await continueTo(page, 'Experience')
      await expect(page.getByRole('button', { name: 'Basic Info, done' })).toBeVisible()
      await next.click()
      await expect(page.getByText('Bio is required')).toBeVisible()
      await check(page, 'wizard-2-failed')
      await fillExperience(page)
      await page.getByRole('button', { name: 'Add a highlight' }).click()
      await check(page, 'wizard-2')
      await continueTo(page, 'Availability')
      await check(page, 'wizard-3-empty')
      await fillHours(page)
      await page.getByRole('button', { name: 'Save availability' }).click()
      await expect(page.getByText('Availability saved. Click Continue to proceed.')).toBeVisible()
      await check(page, 'wizard-3')
      await continueTo(page, 'Pricing')
      await next.click()
      await expect(page.getByText(/Please enter a valid Google Meet link/)).toBeVisible()
      await check(page, 'wizard-4-failed')
      await page.getByRole('textbox', { name: 'Video meeting link' }).fill(MEETING_LINK)
      await continueTo(page, 'Ready to submit?')
      await check(page, 'wizard-5')
    })

    test('dashboard, classes and students', async ({ page, openBrowser, school }) => {
      const student = await signInMeera(openBrowser, school)
      await bookPrivateClasses(school, student.student, 12)
      await student.page.context().close()
      await signInAsTeacher(page, school)
      await checkDashboard(page, check)
      await openTeacherSection(page, school, 'classes', 'My Classes')
      await expect(listRows(page, 'Active Classes').first()).toBeVisible()
      await check(page, 'classes')
      await page
        .getByRole('button', { name: /^Details/ })
        .first()
        .click()
      await expect(page.getByRole('dialog', { name: 'Private class' })).toBeVisible()
      await check(page, 'class')
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel class' }).click()
      await expect(page.getByRole('dialog', { name: 'Cancel this class?' })).toBeVisible()
      await check(page, 'class-cancel')
      await page.keyboard.press('Escape')
      await page.getByRole('tab', { name: 'Past Classes' }).click()
      await expect(listRows(page, 'Past Classes').first()).toBeVisible()
      await check(page, 'classes-past')
      await page
        .getByRole('button', { name: /^Details/ })
        .first()
        .click()
      await expect(page.getByRole('button', { name: /^Mark as no-show/ })).toBeVisible()
      await check(page, 'class-past')
      await page.keyboard.press('Escape')
      await openTeacherSection(page, school, 'students', 'My Students')
      await check(page, 'students')
      await page.getByRole('link', { name: MEERA.name }).click()
      await expect(page.getByRole('textbox', { name: 'Your notes' })).toBeVisible()
      await check(page, 'student')
    })

    test('profile, hours and published classes', async ({ page, school }) => {
      await signInAsTeacher(page, school)
      await openTeacherSection(page, school, 'profile', 'My Profile')
      await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
      await check(page, 'profile')
      await page.getByRole('button', { name: 'Edit Profile' }).click()
      await page.getByRole('textbox', { name: 'Bio' }).fill('short')
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await expect(page.getByText('Bio should be at least 50 characters')).toBeVisible()
      await check(page, 'profile-failed')
      await page.getByRole('button', { name: 'Discard changes' }).click()
      await checkHours(page, school, check)
    })

    test('payments and help', async ({ page, school }) => {
      await signInAsTeacher(page, school)
      await openTeacherSection(page, school, 'payments', 'Payments')
      await expect(page.getByRole('heading', { name: 'Earnings by month' })).toBeVisible()
      await check(page, 'earnings')
      await checkPayments(page, school, check)
      await openTeacherSection(page, school, 'help', 'Help')
      await selectOption(page, 'Message type', 'Reschedule a class')
      await page.getByRole('button', { name: 'Send message' }).click()
      await expect(page.getByText('Please select a student')).toBeVisible()
      await check(page, 'help-failed')
      await openTeacherSection(page, school, 'help/faqs', 'Help')
      await page.getByRole('button', { name: 'When am I paid?' }).click()
      await expect(page.getByText(/Payouts are made on the 1st and 15th/)).toBeVisible()
      await check(page, 'help-faqs')
      await openTeacherSection(page, school, 'help/feed', 'Help')
      await page.getByRole('button', { name: 'Create a calendar link' }).click()
      await expect(page.getByRole('textbox', { name: 'Calendar link' })).toBeVisible()
      await check(page, 'help-feed')
    })
  })
}

async function checkDashboard(page: Page, check: CheckPage): Promise<void> {
  const calendar = page.getByRole('region', { name: 'Upcoming Classes' })
  for (const view of ['Day', 'Week', 'Month']) {
    await calendar.getByText(view, { exact: true }).click()
    await expect(calendar.getByRole('radio', { name: view })).toBeChecked()
    await expect(page.getByText(/^Loading/)).toHaveCount(0)
    await check(page, `dashboard-${view.toLowerCase()}`)
  }
  await page.getByRole('button', { name: 'Share Your Teacher Invite Code' }).click()
  await expect(page.getByRole('dialog').getByText('TCH-PAD-2345', { exact: true })).toBeVisible()
  await check(page, 'share')
  await page.keyboard.press('Escape')
}

async function checkHours(page: Page, school: Tala, check: CheckPage): Promise<void> {
  await openTeacherSection(page, school, 'availability', 'My Availability')
  const form = page.getByRole('form', { name: 'My Availability' })
  await expect(
    page.getByRole('region', { name: 'What students see' }).getByRole('listitem').first(),
  ).toBeVisible()
  await check(page, 'availability')
  await form.getByRole('button', { name: 'Add time off or different hours' }).click()
  await form.getByText('Different hours', { exact: true }).click()
  await form.getByRole('textbox', { name: 'Visibility days' }).fill('')
  await form.getByRole('button', { name: 'Save availability' }).click()
  await expect(form.getByText('Please specify visibility days')).toBeVisible()
  await check(page, 'availability-failed')
  await form.getByRole('button', { name: 'Copy Monday to other days' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Copy Monday to other days' })).toBeVisible()
  await check(page, 'availability-copy')
  await page.keyboard.press('Escape')
  await page.reload()
  await openTeacherSection(page, school, 'classes', 'My Classes')
  await page.getByRole('button', { name: 'Publish a class' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish a class' })
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog.getByText('Please choose a date')).toBeVisible()
  await check(page, 'publish-failed')
}

/** Empty, filled in, with errors, and with a payout and its statement. */
async function checkPayments(page: Page, school: Tala, check: CheckPage): Promise<void> {
  await openTeacherSection(page, school, 'payments/payouts', 'Payments')
  await expect(page.getByText('No payouts yet')).toBeVisible()
  await check(page, 'payouts-empty')
  await openTeacherSection(page, school, 'payments/settings', 'Payments')
  await selectOption(page, 'Country', 'India')
  await page.getByRole('button', { name: 'Save Payment Settings' }).click()
  await expect(page.getByText('Please enter IFSC code')).toBeVisible()
  await check(page, 'bank-failed')
  await page.getByRole('textbox', { name: 'Account Holder Name' }).fill('Padma Subramaniam')
  await page.getByRole('textbox', { name: 'Bank Name' }).fill('Indian Bank')
  await page.getByRole('textbox', { name: /^Account Number/ }).fill('987654321098')
  await page.getByRole('textbox', { name: 'Confirm account number' }).fill('987654321098')
  await page.getByRole('textbox', { name: 'IFSC Code' }).fill('IDIB000T014')
  await page.getByRole('button', { name: 'Save Payment Settings' }).click()
  await expect(page.getByText('Payment settings saved successfully!')).toBeVisible()
  await closeToasts(page)
  await expect(page.getByText('On file: •••• 1098. Leave blank to keep it.')).toBeVisible()
  await check(page, 'bank')
  await moveClassesBack(school.database, 40)
  await runTala(school.settings, 'payout', 'run')
  await openTeacherSection(page, school, 'payments/payouts', 'Payments')
  await page.reload()
  await expect(listRows(page, 'Payout history')).toHaveCount(1)
  await check(page, 'payouts')
  await page.getByRole('link', { name: /^Statement/ }).click()
  await expect(page.getByRole('article', { name: 'Payout statement' })).toBeVisible()
  await check(page, 'statement')
}
