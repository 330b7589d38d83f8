/** The admin area: coupons, payouts, referrals, failed jobs, ledger check, the administrator's account. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { addDeadMail, LEELA_ACCOUNT_NUMBER, PADMA_ACCOUNT_NUMBER, SMTP_ERROR } from '../support/admin-data.ts'
import { readMailbox } from '../support/api.ts'
import { sqlite } from '../support/database.ts'
import { ARJUN, KAVYA, LEELA, PADMA, PASSWORD } from '../support/people.ts'
import { checkLedger } from '../support/tala.ts'
import { checkPage, WIDTHS } from './a11y.ts'
import { heading, openAdminSection, prepareEarnings, signInAsAdmin } from './adminHelpers.ts'
import { closeToasts, expect, expectDetail, menuLink, test } from './fixtures.ts'
import { ASHA, addReferrals } from './referrals.ts'

const row = (page: Page, list: string, name: string): Locator =>
  page.getByRole('table', { name: list }).getByRole('row').filter({ hasText: name })

async function expectInAuditLog(page: Page, ...actions: string[]): Promise<void> {
  await menuLink(page, 'Audit log').click()
  await expect(heading(page, 'Audit log')).toBeVisible()
  for (const act of actions) await expect(page.getByText(act, { exact: true }).first()).toBeVisible()
}

test('a coupon is created and stopped', async ({ page, school }) => {
  await signInAsAdmin(page, school)
  await menuLink(page, 'Coupons').click()
  await page.getByRole('button', { name: 'New coupon' }).click()
  const dialog = page.getByRole('dialog', { name: 'New coupon' })
  const submitButton = dialog.getByRole('button', { name: 'Create coupon' })
  await submitButton.click()
  await expect(dialog.getByText('3 to 32 letters, digits, - and _', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Enter a discount from 1 to 100')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Code' })).toBeFocused()

  await dialog.getByRole('textbox', { name: 'Code' }).fill('navaratri-25')
  await dialog.getByRole('textbox', { name: 'Discount (%)' }).fill('25')
  await dialog.getByRole('textbox', { name: 'Uses per student' }).fill('1')
  await dialog.getByRole('combobox', { name: 'Teacher' }).fill('padma')
  await page.getByRole('option', { name: new RegExp(PADMA.name) }).click()
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Nine nights')
  await submitButton.dblclick()
  await expect(page.getByText('Coupon NAVARATRI-25 is ready')).toBeVisible()
  const newRow = row(page, 'Coupons', 'NAVARATRI-25')
  await expect(newRow).toContainText('25%')
  await expect(newRow).toContainText('once per student')
  await expect(newRow).toContainText(`Classes of ${PADMA.name}`)
  await expect(newRow).toContainText('Active')

  await page.getByRole('button', { name: 'New coupon' }).click()
  await dialog.getByRole('textbox', { name: 'Code' }).fill('navaratri-25')
  await dialog.getByRole('textbox', { name: 'Discount (%)' }).fill('5')
  await submitButton.click()
  await expect(dialog.getByText('There is a coupon with this code already.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Stop NAVARATRI-25' }).click()
  const stopDialog = page.getByRole('dialog', { name: 'Stop NAVARATRI-25?' })
  await stopDialog.getByRole('button', { name: 'Stop coupon' }).click()
  await expect(stopDialog.getByText('Enter a reason')).toBeVisible()
  await stopDialog.getByRole('textbox', { name: 'Reason' }).fill('The festival is over')
  await stopDialog.getByRole('button', { name: 'Stop coupon' }).click()
  await expect(newRow).toContainText('Stopped')
  await expect(page.getByRole('button', { name: 'Stop NAVARATRI-25' })).toHaveCount(0)
  await expectInAuditLog(page, 'coupon_added', 'coupon_deactivated', 'The festival is over')
})

test('payouts are prepared and exported for the bank; one is paid, one fails', async ({
  page,
  openBrowser,
  school,
}) => {
  await prepareEarnings(openBrowser, school)
  await signInAsAdmin(page, school)
  await menuLink(page, 'Payouts').click()
  await expect(page.getByText('No payouts')).toBeVisible()
  await page.getByRole('button', { name: 'Prepare payouts' }).click()
  const run = page.getByRole('dialog', { name: 'Prepare payouts' })
  await run.getByRole('button', { name: 'Prepare payouts' }).click()
  await expect(page.getByText(/^2 payouts prepared: /)).toBeVisible()
  await expect(row(page, 'Payouts', PADMA.name)).toContainText('•••• 1098')

  await page.getByRole('button', { name: 'Prepare payouts' }).click()
  await run.getByRole('button', { name: 'Prepare payouts' }).click()
  await expect(page.getByText('Nothing new to pay out.')).toBeVisible()

  await page.getByRole('button', { name: 'Bank file' }).click()
  const bank = page.getByRole('dialog', { name: 'Download bank file' })
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    bank.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^payouts-\d{4}-\d{2}-\d{2}\.csv$/)
  const table = await readFile(await file.path(), 'utf8')
  expect(table).toContain(PADMA_ACCOUNT_NUMBER)
  expect(table).toContain(LEELA_ACCOUNT_NUMBER)
  await page.getByRole('button', { name: 'Bank file' }).click()
  await bank.getByRole('button', { name: 'Download' }).click()
  await expect(bank.getByText(/Nothing was downloaded/)).toBeVisible()
  await bank.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('link', { name: PADMA.name }).click()
  await expect(heading(page, `Payout to ${PADMA.name}`)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Classes in this payout' }).getByRole('row')).toHaveCount(4)
  await page.getByRole('button', { name: `Mark paid: ${PADMA.name}` }).click()
  const paid = page.getByRole('dialog', { name: 'Mark as paid?' })
  await paid.getByRole('button', { name: 'Mark paid' }).click()
  await expect(paid.getByText('Enter the bank reference')).toBeVisible()
  await paid.getByRole('textbox', { name: 'Bank reference (UTR)' }).fill('UTR-2026-11-0042')
  await paid.getByRole('button', { name: 'Mark paid' }).click()
  await expectDetail(page.getByRole('main'), 'Status', 'Paid')
  await expectDetail(page.getByRole('main'), 'Reference', 'UTR-2026-11-0042')
  await expect(page.getByRole('button', { name: /^Mark (paid|failed)/ })).toHaveCount(0)
  const paidMails = async () =>
    (await readMailbox(school.url)).some(
      ({ to, text }) => to === PADMA.email && text.includes('UTR-2026-11-0042'),
    )
  await expect.poll(paidMails).toBe(true)

  // Days later the bank returns the money.
  await page.getByRole('button', { name: `Mark as returned: ${PADMA.name}` }).click()
  const returnedDialog = page.getByRole('dialog', { name: 'Mark as returned?' })
  await expect(returnedDialog).toContainText('UTR-2026-11-0042')
  await returnedDialog.getByRole('textbox', { name: 'Reason' }).fill('There is no such account')
  await returnedDialog.getByRole('button', { name: 'Mark as returned' }).click()
  await expectDetail(page.getByRole('main'), 'Status', 'Failed')
  await expectDetail(page.getByRole('main'), 'Reason', 'There is no such account')
  const failureMails = async () =>
    (await readMailbox(school.url)).some(
      ({ to, subject, text }) =>
        to === PADMA.email && /did not go through/.test(subject) && text.includes('There is no such account'),
    )
  await expect.poll(failureMails).toBe(true)

  await page.getByRole('link', { name: 'All payouts' }).click()
  await expect(row(page, 'Payouts', LEELA.name)).toContainText('Exported')
  await page.getByRole('button', { name: `Mark failed: ${LEELA.name}` }).click()
  const failed = page.getByRole('dialog', { name: 'Mark as failed?' })
  await expect(failed).toContainText('1 class')
  await expect(failed).toContainText('Exported to the bank')
  await failed.getByRole('textbox', { name: 'Reason' }).fill('The account is closed')
  await failed.getByRole('button', { name: 'Mark failed' }).click()
  await expect(page.getByText('No payouts')).toBeVisible()
  await page.getByText('Failed', { exact: true }).click()
  await expect(row(page, 'Payouts', LEELA.name)).toContainText('Failed')
  await expect(page).toHaveURL(/#payouts\?state=failed$/)
  await page.reload()
  await expect(row(page, 'Payouts', LEELA.name)).toContainText('Failed')
  await expectInAuditLog(
    page,
    'payout_prepared',
    'bank_file_exported',
    'payout_paid',
    'payout_reversed',
    'payout_failed',
    'The account is closed',
  )
  expect(await checkLedger(school.settings)).toBe('Ledger check: balanced\n')
})

test('the reward of a referral is granted once', async ({ page, school }) => {
  await addReferrals(school)
  await signInAsAdmin(page, school)
  await menuLink(page, 'Referrals').click()
  await expect(row(page, 'Referrals', ASHA.email).getByRole('button')).toHaveCount(0)
  await page.getByRole('button', { name: `Grant free class to ${ARJUN.name} for ${KAVYA.name}` }).click()
  const dialog = page.getByRole('dialog', { name: `A free class for ${ARJUN.name}?` })
  await dialog.getByRole('textbox', { name: 'Reason (optional)' }).fill('He asked for it by phone')
  await dialog.getByRole('button', { name: 'Grant free class' }).click()
  await expect(page.getByText(`${ARJUN.name} has a free class`)).toBeVisible()
  await expect(row(page, 'Referrals', KAVYA.email)).toContainText('Free class granted')
  await expectInAuditLog(page, 'referral_granted', 'He asked for it by phone')
})

test('a failed mail is retried', async ({ page, school }) => {
  await addDeadMail(school.database)
  await signInAsAdmin(page, school)
  await page.getByRole('link', { name: 'Emails and jobs due' }).click()
  await expect(heading(page, 'Emails and jobs')).toBeVisible()
  const mail = 'Email to a student: class booked'
  await expect(row(page, 'Emails and jobs', mail)).toContainText(SMTP_ERROR)
  await page.getByRole('button', { name: `Try again: ${mail}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Try again?' })
  await expect(dialog).toContainText(SMTP_ERROR)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No failed items')).toBeVisible()
  await expect
    .poll(async () => (await readMailbox(school.url)).some(({ subject }) => /booked/i.test(subject)))
    .toBe(true)
  await expectInAuditLog(page, 'dead_letter_retried')
})

test('the ledger check runs, and its differences are described', async ({ page, school }) => {
  await signInAsAdmin(page, school)
  await menuLink(page, 'Ledger check').click()
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByRole('heading', { name: 'Balanced' })).toBeVisible()
  await sqlite(school.dataFolder).run(
    'UPDATE credit_lots SET remaining = remaining - 1 WHERE remaining > 1 AND remaining = total',
  )
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByRole('heading', { name: /^\d+ differences?$/ })).toBeVisible()
  await expect(page.getByRole('cell', { name: /^A lot's remaining credits/ }).first()).toBeVisible()
  await expectInAuditLog(page, 'ledger_checked')
})

test('another session is ended, the password is changed, and all sessions are ended', async ({
  page,
  openBrowser,
  school,
}) => {
  await signInAsAdmin(page, school)
  const other = await openBrowser()
  await signInAsAdmin(other, school)
  await menuLink(page, 'Your account').click()
  await expect(page.getByText('This browser')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out Chrome on Linux' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign out Chrome on Linux?' })
  await dialog.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('Browser signed out')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign out Chrome on Linux' })).toHaveCount(0)
  await menuLink(other, 'Messages').click()
  await expect(heading(other, 'Admin Login')).toBeVisible()

  const form = page.getByRole('form', { name: 'Your password' })
  const newPassword = 'eleven bells and one more'
  await form.getByLabel('Current password').fill('not this one at all')
  await form.getByLabel('New password', { exact: true }).fill('short')
  await form.getByLabel('New password again').fill('short')
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(form.getByText('Use at least 12 characters')).toBeVisible()
  await form.getByLabel('New password', { exact: true }).fill(newPassword)
  await form.getByLabel('New password again').fill(newPassword)
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(form.getByText('This is not your password')).toBeVisible()
  await form.getByLabel('Current password').fill(PASSWORD)
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText(/^Password changed/)).toBeVisible()
  await expectInAuditLog(page, 'admin_session_ended', 'admin_password_changed')

  await signInAsAdmin(other, school, newPassword)
  await menuLink(page, 'Your account').click()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  const signOutDialog = page.getByRole('dialog', { name: 'Sign out everywhere?' })
  await signOutDialog.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(heading(page, 'Admin Login')).toBeVisible()
  await expect(page.getByText('Your session has ended')).toHaveCount(0)
  await menuLink(other, 'Messages').click()
  await expect(heading(other, 'Admin Login')).toBeVisible()
})

for (const { width, height } of WIDTHS) {
  test.describe(`${width} pixels`, () => {
    test.use({ viewport: { width, height } })
    test.setTimeout(240_000)

    test('all pages about money pass the page checks', async ({ page, school }) => {
      const check = (name: string) => checkPage(page, `admin-${name}`)
      await addDeadMail(school.database)
      await addReferrals(school)
      await signInAsAdmin(page, school)
      await check('overview')
      const drawer = page.getByRole('button', { name: 'Open menu' })
      if (await drawer.isVisible()) {
        await closeToasts(page)
        await drawer.click()
        await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible()
        await check('menu')
        await page.keyboard.press('Escape')
      }
      await openAdminSection(page, school, 'coupons', 'Coupons')
      await check('coupons')
      await page.getByRole('button', { name: 'New coupon' }).click()
      await page.getByRole('button', { name: 'Create coupon' }).click()
      await check('coupon-new')
      await page.keyboard.press('Escape')
      await page
        .getByRole('button', { name: /^Stop / })
        .first()
        .click()
      await check('coupon-stop')
      await page.keyboard.press('Escape')
      await openAdminSection(page, school, 'referrals', 'Referrals')
      await check('referrals')
      await openAdminSection(page, school, 'outbox', 'Emails and jobs')
      await check('outbox')
      await sqlite(school.dataFolder).run(
        'UPDATE credit_lots SET remaining = remaining - 1 WHERE remaining > 1',
      )
      await openAdminSection(page, school, 'books', 'Ledger check')
      await page.getByRole('button', { name: 'Check now' }).click()
      await expect(page.getByRole('heading', { name: /^\d+ differences?$/ })).toBeVisible()
      await check('books')
      await openAdminSection(page, school, 'account', 'Your account')
      await expect(page.getByText('This browser')).toBeVisible()
      await check('account')
    })
  })
}
