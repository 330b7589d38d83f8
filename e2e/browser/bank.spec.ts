/**
 * A teacher's payment settings: bank account, rates and their lock, two tabs, and a payout rejected
 * by the bank.
 */
import type { Locator, Page } from '@playwright/test'
import { moveClassesBack } from '../support/database.ts'
import { DEVIKA, PADMA } from '../support/people.ts'
import { checkLedger, runTala, type Tala } from '../support/tala.ts'
import { expect, test } from './fixtures.ts'
import { listRows, openTeacherSection, selectOption, signInAsTeacher } from './teacherHelpers.ts'

const field = (form: Locator, name: string | RegExp) => form.getByRole('textbox', { name })

async function openSettings(page: Page, school: Tala): Promise<Locator> {
  await openTeacherSection(page, school, 'payments/settings', 'Payments')
  await expect(page.getByRole('form', { name: 'Bank Account Details' })).toBeVisible()
  return page.getByRole('main')
}

async function save(form: Locator): Promise<void> {
  await form.getByRole('button', { name: 'Save Payment Settings' }).click()
}

async function saveRates(form: Locator): Promise<void> {
  await form.getByRole('button', { name: 'Save Rates' }).click()
}

async function fillIndian(form: Locator): Promise<void> {
  await selectOption(form, 'Country', 'India')
  await field(form, 'Account Holder Name').fill('Padma Subramaniam')
  await field(form, 'Bank Name').fill('Indian Bank')
  await field(form, /^Account Number/).fill('9876 5432 1098')
  await field(form, 'Confirm account number').fill('987654321098')
  await field(form, 'IFSC Code').fill('IDIB000T014')
}

test('every field is required, and each country has its own bank code', async ({ page, school }) => {
  await signInAsTeacher(page, school)
  const form = await openSettings(page, school)
  await field(form, 'Hourly Rate (INR)').fill('')
  await field(form, 'Hourly Rate (USD)').fill('')
  await saveRates(form)
  await save(form)
  const requiredMessages = [
    'Please enter account holder name',
    'Please enter bank name',
    'Please enter account number',
    'Please enter your hourly rate in INR',
    'Please enter your hourly rate in USD',
  ]
  for (const sentence of requiredMessages) await expect(form.getByText(sentence)).toBeVisible()
  await field(form, 'Hourly Rate (INR)').fill('1200')
  await field(form, 'Hourly Rate (USD)').fill('30')

  await fillIndian(form)
  await field(form, 'IFSC Code').fill('')
  await save(form)
  await expect(form.getByText('Please enter IFSC code')).toBeVisible()
  await field(form, 'IFSC Code').fill('IDIBX00T014')
  await field(form, /^Account Number/).fill('12')
  await save(form)
  await expect(form.getByText('Please enter a valid IFSC code, such as HDFC0001234')).toBeVisible()
  await expect(
    form.getByText('Please enter a valid account number: 5 to 35 letters and digits'),
  ).toBeVisible()
  await expect(field(form, /^Account Number/)).toBeFocused()
  await field(form, 'IFSC Code').fill('IDIB000T014')

  await selectOption(form, 'Country', 'United States')
  await expect(field(form, 'IFSC Code')).toHaveCount(0)
  await field(form, /^Account Number/).fill('000123456789')
  await field(form, 'Confirm account number').fill('000123456789')
  await save(form)
  await expect(form.getByText('Please enter routing number')).toBeVisible()
  for (const wrong of ['021000022', '000000000', '12345']) {
    await field(form, 'Routing Number').fill(wrong)
    await save(form)
    await expect(form.getByText('Please enter a valid 9-digit routing number')).toBeVisible()
  }
  await field(form, 'Routing Number').fill('021000021')
  await selectOption(form, 'Country', 'India')
  await expect(field(form, 'IFSC Code')).toHaveValue('')
  await selectOption(form, 'Country', 'United States')
  await expect(field(form, 'Routing Number')).toHaveValue('')
  await field(form, 'Routing Number').fill('021000021')
  await save(form)
  await expect(page.getByText('Payment settings saved successfully!')).toBeVisible()
  await expect(form.getByText('On file: •••• 6789. Leave blank to keep it.')).toBeVisible()
})

test('a saved account number is shown masked, and an empty field keeps it', async ({ page, school }) => {
  await signInAsTeacher(page, school)
  const form = await openSettings(page, school)
  await fillIndian(form)
  await selectOption(form, 'Payment Cycle', 'Bi-weekly (1st and 15th)')
  await save(form)
  await expect(page.getByText('Payment settings saved successfully!')).toBeVisible()
  await field(form, 'Hourly Rate (INR)').fill('1250')
  await saveRates(form)
  await expect(form.getByText('Unsaved changes')).toHaveCount(0)
  await page.reload()
  const storedHint = form.getByText('On file: •••• 1098. Leave blank to keep it.')
  await expect(storedHint).toBeVisible()
  await expect(field(form, /^Account Number/)).toHaveValue('')
  await expect(field(form, 'Hourly Rate (INR)')).toHaveValue('₹1,250')
  await expect(form.getByRole('combobox', { name: 'Payment Cycle' })).toHaveValue('Bi-weekly (1st and 15th)')
  expect(await page.content()).not.toContain('987654321098')
  await field(form, 'Bank Name').fill('Canara Bank')
  await expect(form.getByText('Unsaved changes')).toBeVisible()
  await save(form)
  await expect(form.getByText('Unsaved changes')).toHaveCount(0)
  await expect(storedHint).toBeVisible()
})

test('the server’s messages are shown at the fields', async ({ page, school }) => {
  await signInAsTeacher(page, school)
  const form = await openSettings(page, school)
  await field(form, 'Hourly Rate (INR)').fill('12000')
  await saveRates(form)
  await expect(field(form, 'Hourly Rate (INR)')).toHaveAttribute('aria-invalid', 'true')
  await expect(field(form, 'Hourly Rate (INR)')).toBeFocused()
})

test('the rates of a new teacher are locked, the account is not', async ({ page, school }) => {
  await runTala(school.settings, 'teacher', 'approve', DEVIKA.email)
  await signInAsTeacher(page, school, DEVIKA)
  const form = await openSettings(page, school)
  await expect(form.getByText('Your rates are locked for the first 30 days. 28 days left.')).toBeVisible()
  await expect(field(form, 'Hourly Rate (INR)')).toBeDisabled()
  await expect(field(form, 'Hourly Rate (USD)')).toBeDisabled()
  await fillIndian(form)
  await save(form)
  await expect(page.getByText('Payment settings saved successfully!')).toBeVisible()
})

test('with two tabs, the later save shows the conflict and overwrites nothing', async ({
  page,
  context,
  school,
}) => {
  await signInAsTeacher(page, school)
  const older = await openSettings(page, school)
  const tab = await context.newPage()
  const newer = await openSettings(tab, school)
  await fillIndian(newer)
  await save(newer)
  await expect(tab.getByText('Payment settings saved successfully!')).toBeVisible()
  await page.bringToFront()
  await fillIndian(older)
  await field(older, 'Bank Name').fill('Another Bank')
  await save(older)
  await expect(older.getByRole('alert')).toContainText('Your payment settings were changed in another tab')
  await older.getByRole('button', { name: 'Show the newer version' }).click()
  await expect(field(older, 'Bank Name')).toHaveValue('Indian Bank')
})

test('the classes of a payout rejected by the bank are in the next payout', async ({ page, school }) => {
  await signInAsTeacher(page, school)
  const form = await openSettings(page, school)
  await fillIndian(form)
  await save(form)
  await expect(page.getByText('Payment settings saved successfully!')).toBeVisible()
  await moveClassesBack(school.database, 40)
  const run = await runTala(school.settings, 'payout', 'run')
  expect(run).toContain(`${PADMA.name}: INR `)
  const id = /^[0-9a-f-]{36}/m.exec(run)?.[0] ?? ''
  await runTala(school.settings, 'payout', 'mark-failed', id)
  await page.getByRole('tab', { name: 'Payouts' }).click()
  const history = listRows(page, 'Payout history')
  const nextPayout = page.getByRole('region', { name: /^(Next payout|Payout due since)/ })
  await expect(nextPayout).toContainText('3 classes')
  await expect(history).toHaveCount(1)
  await expect(history).toContainText('The bank returned this payout.')
  await runTala(school.settings, 'payout', 'run')
  await page.reload()
  await expect(history).toHaveCount(2)
  await expect(history.first()).toContainText('On its way')
  await expect(nextPayout).toContainText('Nothing to pay out yet.')
  expect(await checkLedger(school.settings)).toBe('Ledger check: balanced\n')
})
