/** The back office about money and itself: coupons, payouts, referrals, stuck work, the books, the own account. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { readMailbox } from '../support/api.ts'
import { sqlite } from '../support/database.ts'
import { getStuck, LEELAS_ACCOUNT, PADMAS_ACCOUNT, PROBLEM } from '../support/office.ts'
import { ARJUN, KAVYA, LEELA, PADMA, PASSWORD } from '../support/people.ts'
import { booksAgree } from '../support/tala.ts'
import { earn, enter, heading, visit } from './adminMoney.ts'
import { closeToasts, expect, expectFact, menu, test } from './fixtures.ts'
import { ASHA, nameFriends } from './friends.ts'
import { inspect, WIDTHS } from './looks.ts'

const row = (page: Page, list: string, name: string): Locator =>
  page.getByRole('table', { name: list }).getByRole('row').filter({ hasText: name })

async function inTheLog(page: Page, ...acts: string[]): Promise<void> {
  await menu(page, 'Audit log').click()
  await expect(heading(page, 'Audit log')).toBeVisible()
  for (const act of acts) await expect(page.getByText(act, { exact: true }).first()).toBeVisible()
}

test('a coupon is made, and stopped', async ({ page, school }) => {
  await enter(page, school)
  await menu(page, 'Coupons').click()
  await page.getByRole('button', { name: 'New coupon' }).click()
  const dialog = page.getByRole('dialog', { name: 'New coupon' })
  const make = dialog.getByRole('button', { name: 'Make coupon' })
  await make.click()
  await expect(dialog.getByText('3 to 32 letters, digits, - and _', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Please enter a discount from 1 to 100 percent.')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Code' })).toBeFocused()

  await dialog.getByRole('textbox', { name: 'Code' }).fill('navaratri-25')
  await dialog.getByRole('textbox', { name: 'Takes off, in percent' }).fill('25')
  await dialog.getByRole('textbox', { name: 'Uses by one student' }).fill('1')
  await dialog.getByRole('combobox', { name: 'Only for classes of' }).fill('padma')
  await page.getByRole('option', { name: new RegExp(PADMA.name) }).click()
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Nine nights')
  await make.dblclick()
  await expect(page.getByText('Coupon NAVARATRI-25 is ready')).toBeVisible()
  const made = row(page, 'Coupons', 'NAVARATRI-25')
  await expect(made).toContainText('25%')
  await expect(made).toContainText('once per student')
  await expect(made).toContainText(`Classes of ${PADMA.name}`)
  await expect(made).toContainText('In use')

  await page.getByRole('button', { name: 'New coupon' }).click()
  await dialog.getByRole('textbox', { name: 'Code' }).fill('navaratri-25')
  await dialog.getByRole('textbox', { name: 'Takes off, in percent' }).fill('5')
  await make.click()
  await expect(dialog.getByText('There is a coupon with this code already.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Do nothing' }).click()

  await page.getByRole('button', { name: 'Stop NAVARATRI-25' }).click()
  const stop = page.getByRole('dialog', { name: 'Stop NAVARATRI-25?' })
  await stop.getByRole('button', { name: 'Stop coupon' }).click()
  await expect(stop.getByText('Please say why')).toBeVisible()
  await stop.getByRole('textbox', { name: 'Reason' }).fill('The festival is over')
  await stop.getByRole('button', { name: 'Stop coupon' }).click()
  await expect(made).toContainText('Stopped')
  await expect(page.getByRole('button', { name: 'Stop NAVARATRI-25' })).toHaveCount(0)
  await inTheLog(page, 'coupon_added', 'coupon_stopped', 'The festival is over')
})

test('payouts are prepared and handed to the bank; one is paid, one fails', async ({
  page,
  elsewhere,
  school,
}) => {
  await earn(elsewhere, school)
  await enter(page, school)
  await menu(page, 'Payouts').click()
  await expect(page.getByText('No payouts here')).toBeVisible()
  await page.getByRole('button', { name: 'Prepare payouts' }).click()
  const run = page.getByRole('dialog', { name: 'Prepare payouts' })
  await run.getByRole('button', { name: 'Prepare payouts' }).click()
  await expect(page.getByText(/^2 payouts are prepared: /)).toBeVisible()
  await expect(row(page, 'Payouts', PADMA.name)).toContainText('•••• 1098')

  await page.getByRole('button', { name: 'Prepare payouts' }).click()
  await run.getByRole('button', { name: 'Prepare payouts' }).click()
  await expect(page.getByText('No payout was due that was not prepared before.')).toBeVisible()

  await page.getByRole('button', { name: 'Bank table' }).click()
  const bank = page.getByRole('dialog', { name: 'Download the bank table' })
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    bank.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^payouts-\d{4}-\d{2}-\d{2}\.csv$/)
  const table = await readFile(await file.path(), 'utf8')
  expect(table).toContain(PADMAS_ACCOUNT)
  expect(table).toContain(LEELAS_ACCOUNT)
  await page.getByRole('button', { name: 'Bank table' }).click()
  await bank.getByRole('button', { name: 'Download' }).click()
  await expect(bank.getByText(/Nothing was downloaded/)).toBeVisible()
  await bank.getByRole('button', { name: 'Do nothing' }).click()

  await page.getByRole('link', { name: PADMA.name }).click()
  await expect(heading(page, `Payout to ${PADMA.name}`)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Its classes' }).getByRole('row')).toHaveCount(4)
  await page.getByRole('button', { name: `Mark paid: ${PADMA.name}` }).click()
  const paid = page.getByRole('dialog', { name: 'Mark as paid?' })
  await paid.getByRole('button', { name: 'Mark paid' }).click()
  await expect(paid.getByText('Please give the bank’s reference')).toBeVisible()
  await paid.getByRole('textbox', { name: 'Reference of the bank' }).fill('UTR-2026-11-0042')
  await paid.getByRole('button', { name: 'Mark paid' }).click()
  await expectFact(page.getByRole('main'), 'State', 'Paid')
  await expectFact(page.getByRole('main'), 'Reference', 'UTR-2026-11-0042')
  await expect(page.getByRole('button', { name: /^Mark/ })).toHaveCount(0)
  const told = async () =>
    (await readMailbox(school.url)).some(
      ({ to, text }) => to === PADMA.email && text.includes('UTR-2026-11-0042'),
    )
  await expect.poll(told).toBe(true)

  // Days later the bank sends it back.
  await page.getByRole('button', { name: `Came back: ${PADMA.name}` }).click()
  const back = page.getByRole('dialog', { name: 'The money came back?' })
  await expect(back).toContainText('UTR-2026-11-0042')
  await back.getByRole('textbox', { name: 'Reason' }).fill('There is no such account')
  await back.getByRole('button', { name: 'It came back' }).click()
  await expectFact(page.getByRole('main'), 'State', 'Failed')
  await expectFact(page.getByRole('main'), 'The bank said', 'There is no such account')
  const toldWhy = async () =>
    (await readMailbox(school.url)).some(
      ({ to, subject, text }) =>
        to === PADMA.email && /did not go through/.test(subject) && text.includes('There is no such account'),
    )
  await expect.poll(toldWhy).toBe(true)

  await page.getByRole('link', { name: 'All payouts' }).click()
  await expect(row(page, 'Payouts', LEELA.name)).toContainText('At the bank since')
  await page.getByRole('button', { name: `Mark failed: ${LEELA.name}` }).click()
  const failed = page.getByRole('dialog', { name: 'Mark as failed?' })
  await expect(failed).toContainText('1 class')
  await expect(failed).toContainText('The bank has had it since')
  await failed.getByRole('textbox', { name: 'Reason' }).fill('The account is closed')
  await failed.getByRole('button', { name: 'Mark failed' }).click()
  await expect(page.getByText('No payouts here')).toBeVisible()
  await page.getByText('Failed', { exact: true }).click()
  await expect(row(page, 'Payouts', LEELA.name)).toContainText('Failed')
  await expect(page).toHaveURL(/#payouts\?state=failed$/)
  await page.reload()
  await expect(row(page, 'Payouts', LEELA.name)).toContainText('Failed')
  await inTheLog(
    page,
    'payout_prepared',
    'bank_table_read',
    'payout_paid',
    'payout_returned',
    'payout_failed',
    'The account is closed',
  )
  expect(await booksAgree(school.settings)).toBe('The books agree.\n')
})

test('a friend’s free class is given once', async ({ page, school }) => {
  await nameFriends(school)
  await enter(page, school)
  await menu(page, 'Referrals').click()
  await expect(row(page, 'Referrals', ASHA.email).getByRole('button')).toHaveCount(0)
  await page.getByRole('button', { name: `Give the free class to ${ARJUN.name}, for ${KAVYA.name}` }).click()
  const dialog = page.getByRole('dialog', { name: `A free class for ${ARJUN.name}?` })
  await dialog.getByRole('textbox', { name: 'Reason (optional)' }).fill('He asked for it by phone')
  await dialog.getByRole('button', { name: 'Give the free class' }).click()
  await expect(page.getByText(`${ARJUN.name} has a free class`)).toBeVisible()
  await expect(row(page, 'Referrals', KAVYA.email)).toContainText('Free class given')
  await inTheLog(page, 'referral_granted', 'He asked for it by phone')
})

test('a mail that was given up is tried again', async ({ page, school }) => {
  await getStuck(school.database)
  await enter(page, school)
  await page.getByRole('link', { name: 'Mails waiting' }).click()
  await expect(heading(page, 'Mails and jobs')).toBeVisible()
  const mail = 'Mail to a student: your class is booked'
  await expect(row(page, 'Mails and jobs', mail)).toContainText(PROBLEM)
  await page.getByRole('button', { name: `Try again: ${mail}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Try once more?' })
  await expect(dialog).toContainText(PROBLEM)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Nothing is given up')).toBeVisible()
  await expect
    .poll(async () => (await readMailbox(school.url)).some(({ subject }) => /booked/i.test(subject)))
    .toBe(true)
  await inTheLog(page, 'work_revived')
})

test('the books are checked, and what differs is told in plain words', async ({ page, school }) => {
  await enter(page, school)
  await menu(page, 'Ledger check').click()
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByRole('heading', { name: 'The books agree' })).toBeVisible()
  await sqlite(school.dataFolder).run(
    'UPDATE credit_lots SET remaining = remaining - 1 WHERE remaining > 1 AND remaining = total',
  )
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByRole('heading', { name: /^\d+ differences?$/ })).toBeVisible()
  await expect(page.getByRole('cell', { name: /^A lot's remaining credits/ }).first()).toBeVisible()
  await inTheLog(page, 'books_checked')
})

test('another browser is signed out, the password changes, and then all are signed out', async ({
  page,
  elsewhere,
  school,
}) => {
  await enter(page, school)
  const other = await elsewhere()
  await enter(other, school)
  await menu(page, 'Your account').click()
  await expect(page.getByText('This browser')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out Chrome on Linux' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign out Chrome on Linux?' })
  await dialog.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('That browser is signed out')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign out Chrome on Linux' })).toHaveCount(0)
  await menu(other, 'Messages').click()
  await expect(heading(other, 'Admin Login')).toBeVisible()

  const form = page.getByRole('form', { name: 'Your password' })
  const next = 'eleven bells and one more'
  await form.getByLabel('Current password').fill('not this one at all')
  await form.getByLabel('New password', { exact: true }).fill('short')
  await form.getByLabel('New password again').fill('short')
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(form.getByText('Please use at least 12 characters')).toBeVisible()
  await form.getByLabel('New password', { exact: true }).fill(next)
  await form.getByLabel('New password again').fill(next)
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(form.getByText('This is not your password')).toBeVisible()
  await form.getByLabel('Current password').fill(PASSWORD)
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText(/^Your password is changed/)).toBeVisible()
  await inTheLog(page, 'admin_session_ended', 'admin_password_changed')

  await enter(other, school, next)
  await menu(page, 'Your account').click()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  const everywhere = page.getByRole('dialog', { name: 'Sign out everywhere?' })
  await everywhere.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(heading(page, 'Admin Login')).toBeVisible()
  await expect(page.getByText('Your session has ended')).toHaveCount(0)
  await menu(other, 'Messages').click()
  await expect(heading(other, 'Admin Login')).toBeVisible()
})

for (const { width, height } of WIDTHS) {
  test.describe(`${width} pixels`, () => {
    test.use({ viewport: { width, height } })
    test.setTimeout(240_000)

    test('the pages about money', async ({ page, school }) => {
      const shoot = (name: string) => inspect(page, `admin-${name}`)
      await getStuck(school.database)
      await nameFriends(school)
      await enter(page, school)
      await shoot('overview')
      const drawer = page.getByRole('button', { name: 'Open menu' })
      if (await drawer.isVisible()) {
        await closeToasts(page)
        await drawer.click()
        await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible()
        await shoot('menu')
        await page.keyboard.press('Escape')
      }
      await visit(page, school, 'coupons', 'Coupons')
      await shoot('coupons')
      await page.getByRole('button', { name: 'New coupon' }).click()
      await page.getByRole('button', { name: 'Make coupon' }).click()
      await shoot('coupon-new')
      await page.keyboard.press('Escape')
      await page
        .getByRole('button', { name: /^Stop / })
        .first()
        .click()
      await shoot('coupon-stop')
      await page.keyboard.press('Escape')
      await visit(page, school, 'referrals', 'Referrals')
      await shoot('referrals')
      await visit(page, school, 'outbox', 'Mails and jobs')
      await shoot('outbox')
      await sqlite(school.dataFolder).run(
        'UPDATE credit_lots SET remaining = remaining - 1 WHERE remaining > 1',
      )
      await visit(page, school, 'books', 'Ledger check')
      await page.getByRole('button', { name: 'Check now' }).click()
      await expect(page.getByRole('heading', { name: /^\d+ differences?$/ })).toBeVisible()
      await shoot('books')
      await visit(page, school, 'account', 'Your account')
      await expect(page.getByText('This browser')).toBeVisible()
      await shoot('account')
    })
  })
}
