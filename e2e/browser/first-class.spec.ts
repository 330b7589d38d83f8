/**
 * A teacher from the application to the first payout: approval, hours, invitation, the first class,
 * statement.
 */
import { readFile } from 'node:fs/promises'
import { join as path } from 'node:path'
import type { BrowserContextOptions, Page } from '@playwright/test'
import { readMailbox } from '../support/api.ts'
import { checkLedger, runTala, type Tala } from '../support/tala.ts'
import { WIDTHS } from './a11y.ts'
import {
  confirmation,
  expect,
  expectDetail,
  learnOneself,
  type OpenBrowser,
  slotStart,
  test,
} from './fixtures.ts'
import { payByUpi, startPaying } from './payment.ts'
import {
  advanceTo,
  fillWizard,
  listRows,
  MEETING_LINK,
  NILA,
  openMenuEntry,
  selectOption,
  signUp,
  startWizard,
  submitWizard,
} from './teacherHelpers.ts'

const UMA = { name: 'Uma Das', email: 'uma@new.test', password: 'lanterns over the river' }
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Longer than the longest interval between two payout days. */
const LONG_AGO_DAYS = 40

test.afterEach(async ({ school }) => {
  expect(await checkLedger(school.settings)).toBe('Ledger check: balanced\n')
})

// Wide and light on SQLite, narrow and dark on PostgreSQL.
for (const { width, height } of WIDTHS) {
  const isWide = width > 768
  const colorScheme = isWide ? 'light' : 'dark'
  test.describe(`${width}-${colorScheme}`, () => {
    test.use({ viewport: { width, height }, colorScheme, databaseKind: isWide ? 'sqlite' : 'postgres' })
    test.setTimeout(240_000)

    test('from an application to the statement of the first payout', async ({
      page,
      context,
      openBrowser,
      school,
    }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.clock.install()
      const code = await apply(page, school)
      await checkHours(page)
      const link = await share(page, school, code)
      const student = await join(openBrowser, link, school, { viewport: { width, height }, colorScheme })
      const start = await bookFirstClass(student)
      await student.context().close()

      await checkCalendar(page, start, width)
      await takeClass(page, school, start)
      await checkEarnings(page)
      await saveAccount(page)
      await payOut(page, school)
      await checkStatement(page, width)
    })
  })
}

/** Applies, waits for approval, and gets access without a reload; resolves to the invite code. */
async function apply(page: Page, school: Tala): Promise<string> {
  await startWizard(page, school)
  await fillWizard(page)
  await submitWizard(page, school)
  await expect(page.getByRole('heading', { name: 'Under Review' })).toBeVisible()
  const output = await runTala(school.settings, 'teacher', 'approve', NILA.email)
  await page.clock.fastForward(60_000)
  await expect(page).toHaveURL(/\/teacher/)
  await expect(page.getByRole('heading', { level: 1, name: 'Namaste, Nila' })).toBeVisible()
  return /TCH-\w{3}-\w{4}/.exec(output)?.[0] ?? output
}

/** The hours from the wizard are saved and can be changed. */
async function checkHours(page: Page): Promise<void> {
  await openMenuEntry(page, 'My Availability')
  const form = page.getByRole('form', { name: 'My Availability' })
  await expect(form.getByText('21 classes a week')).toBeVisible()
  await form.getByRole('textbox', { name: 'Visibility days' }).fill('20')
  await form.getByRole('button', { name: 'Save availability' }).click()
  await expect(page.getByText('Availability saved successfully')).toBeVisible()
  const preview = page.getByRole('region', { name: 'What students see' })
  await expect(preview.getByText('9:00 am').first()).toBeVisible()
}

async function share(page: Page, school: Tala, code: string): Promise<string> {
  await openMenuEntry(page, 'Dashboard')
  await page.getByRole('button', { name: 'Share Your Teacher Invite Code' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share Teacher Code' })
  await expect(dialog.getByText(code, { exact: true })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Regenerate' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByText('Teacher code copied!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
  await dialog.getByRole('button', { name: 'Copy Referral Link' }).click()
  await expect(page.getByText('Referral link copied to clipboard!')).toBeVisible()
  const link = `${school.url}/t/${code}`
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Share Your Teacher Invite Code' })).toBeFocused()
  return link
}

async function join(
  openBrowser: OpenBrowser,
  link: string,
  school: Tala,
  contextOptions: BrowserContextOptions,
): Promise<Page> {
  const page = await openBrowser(contextOptions)
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${NILA.name} invites you to learn`)
  await page.getByRole('link', { name: 'Accept the invitation' }).filter({ visible: true }).first().click()
  await signUp(page, school, UMA)
  await expect(page.getByRole('heading', { level: 1, name: 'Complete Your Profile' })).toBeVisible()
  await learnOneself(page)
  await expect(page.getByText(NILA.name)).toBeVisible()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Namaste, Uma' })).toBeVisible()
  return page
}

async function bookFirstClass(page: Page): Promise<Date> {
  const id = await startPaying(page)
  await payByUpi(page)
  await expect(confirmation(page)).toBeVisible()
  return slotStart(id)
}

async function checkCalendar(page: Page, start: Date, width: number): Promise<void> {
  await page.reload()
  const next = page.getByRole('region', { name: 'Your next class' })
  await expect(next).toContainText(`Private class with ${UMA.name}`)
  const calendar = page.getByRole('region', { name: 'Upcoming Classes' })
  const now = new Date(await page.evaluate(() => Date.now()))
  const [word, steps] =
    width < 768
      ? ['Next day', indianDay(start) - indianDay(now)]
      : ['Next week', indianWeek(start) - indianWeek(now)]
  for (let step = 0; step < steps; step += 1) await calendar.getByRole('button', { name: word }).click()
  const event = calendar.getByRole('button', { name: new RegExp(UMA.name) })
  await event.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Private class' })
  await expectDetail(dialog, 'Class Type', 'Private · Virtual ClassFrom your weekly hours')
  await expectDetail(dialog, 'Status', 'Confirmed')
  await expect(dialog.getByRole('link', { name: `Join Meeting with ${UMA.name}` })).toHaveAttribute(
    'href',
    MEETING_LINK,
  )
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(event).toBeFocused()
}

/** The class starts, the student does not attend, and the class ends. */
async function takeClass(page: Page, school: Tala, start: Date): Promise<void> {
  await openMenuEntry(page, 'My Classes')
  const ahead = listRows(page, 'Active Classes')
  await expect(ahead).toHaveCount(1)
  await expect(ahead).toContainText(UMA.name)
  await expect(ahead).toContainText(/₹999 INR\s*expected/)
  await expect(ahead).toContainText('Paid')

  await advanceTo(school, new Date(start.getTime() + 5 * 60_000), page)
  await openMenuEntry(page, 'Dashboard')
  await openMenuEntry(page, 'My Classes')
  await page.getByRole('tab', { name: 'Past Classes' }).click()
  const past = listRows(page, 'Past Classes')
  await expect(past).toHaveCount(1)
  await past.getByRole('button', { name: /^Details/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Private class' })
  await expect(
    dialog.getByText('A no-show still counts as completed, and you are paid for it.'),
  ).toBeVisible()
  await dialog.getByRole('button', { name: /^Mark as no-show/ }).click()
  await expect(page.getByText(`Marked ${UMA.name} as a no-show.`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await advanceTo(school, new Date(start.getTime() + 65 * 60_000), page)
  await openMenuEntry(page, 'Dashboard')
  await openMenuEntry(page, 'My Classes')
  await page.getByRole('tab', { name: 'Past Classes' }).click()
  await expect(past).toContainText('Completed · student missed it')
  await expect(past).toContainText('₹999 INR')
  await expect(past).not.toContainText('expected')
}

async function checkEarnings(page: Page): Promise<void> {
  await openMenuEntry(page, 'Payments')
  const month = page.getByRole('region', { name: /^\w+ \d{4}$/ })
  await expect(month).toContainText('You earned₹999')
  await expectDetail(month, 'Classes', '1')
  await expectDetail(month, 'Earned in INR', '₹999')
  await expect(page.getByRole('heading', { name: 'Launch period: 0% commission' })).toBeVisible()
}

async function saveAccount(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Payouts' }).click()
  await expect(page.getByText('No payouts yet')).toBeVisible()
  await page.getByRole('link', { name: 'Add your bank account so we can pay you.' }).click()
  await expect(
    page.getByText(/^Your rates are locked for the first 30 days\. \d+ days left\.$/),
  ).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Hourly Rate (INR)' })).toBeDisabled()
  await selectOption(page, 'Country', 'India')
  await page.getByRole('textbox', { name: 'Account Holder Name' }).fill(NILA.name)
  await page.getByRole('textbox', { name: 'Bank Name' }).fill('Canara Bank')
  await page.getByRole('textbox', { name: /^Account Number/ }).fill('1234 5678 9012')
  await page.getByRole('textbox', { name: 'Confirm account number' }).fill('1234 5678 9012')
  await page.getByRole('textbox', { name: 'IFSC Code' }).fill('cnrb0001234')
  await page.getByRole('button', { name: 'Save Payment Settings' }).click()
  await expect(page.getByText('Payment settings saved successfully!')).toBeVisible()
  await expect(page.getByText('On file: •••• 9012. Leave blank to keep it.')).toBeVisible()
}

/** Moves the class back to before the last payout day. */
async function payOut(page: Page, school: Tala): Promise<void> {
  const offsetMicros = LONG_AGO_DAYS * DAY_MS * 1000
  await school.database.run(
    `UPDATE bookings SET starts_at = starts_at - ${offsetMicros}, ends_at = ends_at - ${offsetMicros} WHERE net_minor = 99900`,
  )
  const run = await runTala(school.settings, 'payout', 'run')
  expect(run).toContain(`${NILA.name}: INR 999.00 for 1 class`)
  const table = path(school.dataFolder, 'for-the-bank.csv')
  expect(await runTala(school.settings, 'payout', 'run', '--csv', table)).toMatch(/^0 payouts prepared$/m)
  expect(await readFile(table, 'utf8')).toContain('999.00')
  // Data cached half a minute ago is refetched.
  await page.clock.fastForward(30_000)
  await page.getByRole('tab', { name: 'Payouts' }).click()
  const history = listRows(page, 'Payout history')
  await expect(history).toHaveCount(1)
  await expect(history).toContainText('On its way')

  const id = /^[0-9a-f-]{36}/m.exec(run)?.[0] ?? ''
  await runTala(school.settings, 'payout', 'mark-paid', id, '--reference', 'UTR 4711')
  await page.reload()
  await expect(history).toContainText('Paid')
  await expect(history).toContainText('Reference UTR 4711')
  await expect(history).toContainText('₹999')
  await page.clock.fastForward(1_000)
  await expect
    .poll(async () => (await readMailbox(school.url)).map(({ to, subject }) => [to, subject]))
    .toContainEqual([NILA.email, 'Your payout of ₹999'])
}

async function checkStatement(page: Page, width: number): Promise<void> {
  await page.getByRole('link', { name: /^Statement/ }).click()
  const paper = page.getByRole('article', { name: 'Payout statement' })
  await expectDetail(paper, 'Account', '•••• 9012')
  if (width < 768) {
    const card = listRows(page, 'Every class')
    await expect(card).toContainText(UMA.name)
    await expectDetail(card, 'Provider fee', '₹23.98')
    await expectDetail(card, 'Commission', /^₹00% \(hour 1\)$/)
    await expectDetail(card, 'You get', '₹999')
  } else {
    const line = paper.getByRole('row').filter({ hasText: UMA.name })
    await expect(line.getByRole('cell')).toHaveText([
      /Private$/,
      /no-show$/,
      '₹999',
      '₹0',
      '₹999',
      '₹0',
      '₹23.98',
      /^₹00% \(hour 1\)$/,
      '₹999',
    ])
  }
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  const file = await (await download).path()
  const csv = await readFile(file, 'utf8')
  expect(csv).toContain(UMA.name)
  expect(csv.trim().split('\r\n')).toHaveLength(2)

  await page.emulateMedia({ media: 'print' })
  await expect(paper).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
}

/** The number of a day in India. */
function indianDay(moment: Date): number {
  return Math.floor((moment.getTime() + 5.5 * HOUR_MS) / DAY_MS)
}

/** The number of a week that starts on Monday; 1 January 1970 was a Thursday. */
function indianWeek(moment: Date): number {
  return Math.floor((indianDay(moment) + 3) / 7)
}
