/** The admin area: users, credits, classes and orders. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { operateSandbox, readMailbox } from '../support/api.ts'
import { sqlite } from '../support/database.ts'
import { KAVYA, MEERA, PADMA } from '../support/people.ts'
import { checkLedger, type Tala } from '../support/tala.ts'
import { checkPage, WIDTHS } from './a11y.ts'
import {
  confirmWithReason,
  heading,
  listItem,
  openAdminSection,
  payForClass,
  signInAsAdmin,
  toast,
} from './adminHelpers.ts'
import { expect, expectDetail, menuLink, signIn, test } from './fixtures.ts'

const UNKNOWN_ID = '01890000-0000-7000-8000-000000000001'

/** Finds a person by search and opens the page. */
async function openPerson(page: Page, person: { name: string; email: string }): Promise<void> {
  await menuLink(page, 'People').click()
  await expect(heading(page, 'People')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Name, email or phone' }).fill(person.email)
  await expect(page.getByRole('link', { name: person.name })).toHaveCount(1)
  await page.getByRole('link', { name: person.name }).click()
  await expect(heading(page, person.name)).toBeVisible()
}

const historyList = (page: Page): Locator => page.getByRole('list', { name: 'History' })

async function expectInHistory(page: Page, action: string, reason: string): Promise<void> {
  const line = historyList(page).getByRole('listitem').filter({ hasText: reason }).filter({ hasText: action })
  await expect(line).toHaveCount(1)
  await expect(line).toContainText('by admin')
}

async function expectInLog(page: Page, ...entries: [action: string, reason: string][]): Promise<void> {
  await menuLink(page, 'Audit log').click()
  for (const [action, reason] of entries) {
    await expect(page.getByRole('row').filter({ hasText: reason }).filter({ hasText: action })).toHaveCount(1)
  }
}

/** Lets the provider reject every attempt until the refund fails. */
async function failRefund(school: Tala): Promise<void> {
  const database = sqlite(school.dataFolder)
  const runAttempt = async () => {
    await database.run("UPDATE refunds SET next_check_at = 0 WHERE state = 'requested' AND attempt > 1")
    return database.column('SELECT state FROM refunds')
  }
  await expect.poll(runAttempt).toEqual(['failed'])
}

const mailsTo = async (school: Tala, to: string, subject: RegExp) =>
  (await readMailbox(school.url)).filter((mail) => mail.to === to && subject.test(mail.subject)).length

test('a student gets credits, which are extended; a class is rescheduled and cancelled', async ({
  page,
  school,
}) => {
  await signInAsAdmin(page, school)
  await openPerson(page, MEERA)
  await expectDetail(page.getByRole('region', { name: 'Student' }), 'Teacher', PADMA.name)
  const credits = page.getByRole('table', { name: 'Credits' })
  await expect(credits).toBeVisible()
  const rowCount = await credits.getByRole('row').count()

  await page.getByRole('button', { name: 'Give credits' }).click()
  const grantDialog = page.getByRole('dialog', { name: `Give ${MEERA.name} credits` })
  await grantDialog.getByRole('textbox', { name: 'Classes' }).fill('21')
  await confirmWithReason(grantDialog, 'The sound was gone', 'Give')
  await expect(grantDialog.getByText('1 to 20')).toBeVisible()
  await grantDialog.getByRole('textbox', { name: 'Classes' }).fill('2')
  await confirmWithReason(grantDialog, 'The sound was gone', 'Give')
  await expect(toast(page, 'Credits added')).toBeVisible()
  await expect(credits.getByRole('row')).toHaveCount(rowCount + 1)
  await expect(credits.getByRole('row').nth(1)).toContainText('2 of 2')
  await expectInHistory(page, 'Credits added', 'The sound was gone')

  // Repeating an action within a minute requires confirmation.
  await page.getByRole('button', { name: 'Give credits' }).click()
  await confirmWithReason(grantDialog, 'And again', 'Give')
  await expect(grantDialog.getByText('This was done less than a minute ago.')).toBeVisible()
  await grantDialog.getByRole('button', { name: 'Do it again' }).click()
  await expect(credits.getByRole('row')).toHaveCount(rowCount + 2)

  await credits
    .getByRole('button', { name: /^Extend 2 of 2/ })
    .first()
    .click()
  await confirmWithReason(page.getByRole('dialog', { name: 'Extend credits' }), 'She is ill', 'Extend')
  await expect(page.getByText('Expiry extended')).toBeVisible()
  await expectInHistory(page, 'Credits extended', 'She is ill')

  await page.getByRole('link', { name: 'All classes' }).click()
  await expect(heading(page, 'Bookings')).toBeVisible()
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Booked' }).click()
  const classes = page.getByRole('table', { name: 'Bookings' })
  await expect(classes.getByText('Taught')).toHaveCount(0)
  await expect(page).toHaveURL(/#bookings\?q=meera(@|%40)demo\.tala&status=confirmed$/)
  await classes.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(heading(page, `${MEERA.name} with ${PADMA.name}`)).toBeVisible()

  await page.getByRole('button', { name: 'Move class' }).click()
  const rescheduleDialog = page.getByRole('dialog', { name: 'Move this class' })
  await rescheduleDialog.getByRole('combobox', { name: 'Time', exact: true }).click()
  await page.getByRole('option').last().click()
  const newTime = await rescheduleDialog.getByRole('status').getByRole('time').textContent()
  await confirmWithReason(rescheduleDialog, 'The teacher asked for it', 'Move')
  await expect(toast(page, 'Class moved')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Class' }).getByRole('time').first()).toHaveText(
    newTime ?? '',
  )
  await expectInHistory(page, 'Class moved', 'The teacher asked for it')
  await expect.poll(() => mailsTo(school, MEERA.email, /^Rescheduled: /)).toBe(1)

  await page.getByRole('button', { name: 'Cancel class' }).click()
  await confirmWithReason(
    page.getByRole('dialog', { name: 'Cancel this class?' }),
    'The teacher fell ill',
    'Cancel class',
  )
  await expect(toast(page, 'Class cancelled')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel class' })).toHaveAttribute('aria-disabled', 'true')
  await expectInHistory(page, 'Class cancelled', 'The teacher fell ill')
  await expect.poll(() => mailsTo(school, MEERA.email, /cancelled/i)).toBe(1)
  await page.getByRole('button', { name: 'Send emails again' }).click()
  await confirmWithReason(
    page.getByRole('dialog', { name: 'Send the emails again?' }),
    'It went to spam',
    'Send',
  )
  await expect.poll(() => mailsTo(school, MEERA.email, /cancelled/i)).toBe(2)

  await page.getByRole('link', { name: MEERA.name }).first().click()
  await expectInHistory(page, 'Class cancelled', 'The teacher fell ill')
  await expectInLog(
    page,
    ['credits_granted', 'The sound was gone'],
    ['credits_extended', 'She is ill'],
    ['booking_rescheduled', 'The teacher asked for it'],
    ['booking_cancelled', 'The teacher fell ill'],
    ['booking_mail_resent', 'It went to spam'],
  )
  expect(await checkLedger(school.settings)).toBe('Ledger check: balanced\n')
})

test('a person is suspended and restored, the currency is changed, the data is exported, and deletion is refused', async ({
  page,
  openBrowser,
  school,
}) => {
  await signInAsAdmin(page, school)
  await openPerson(page, MEERA)
  await page.getByRole('button', { name: 'Suspend' }).click()
  await confirmWithReason(
    page.getByRole('dialog', { name: `Suspend ${MEERA.name}?` }),
    'Rude messages',
    'Suspend',
  )
  await expect(page.getByText(/^Suspended since/)).toBeVisible()
  const otherPage = await openBrowser()
  await signIn(otherPage, school, MEERA)
  await expect(otherPage.getByText(/suspended/i).first()).toBeVisible()

  await page.getByRole('button', { name: 'Restore' }).click()
  await confirmWithReason(
    page.getByRole('dialog', { name: `Restore ${MEERA.name}?` }),
    'She apologised',
    'Restore',
  )
  await expect(page.getByText(/^Suspended since/)).toHaveCount(0)
  await expectInHistory(page, 'Suspended', 'Rude messages')
  await expectInHistory(page, 'Restored', 'She apologised')

  await page.getByRole('button', { name: 'Change currency' }).click()
  await confirmWithReason(
    page.getByRole('dialog', { name: 'Change currency' }),
    'Moved to Boston',
    'Change to USD',
  )
  await expectDetail(page.getByRole('region', { name: 'Student' }), 'Pays in', 'USD')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export data' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^person-[0-9a-f-]{36}\.json$/)
  const data = JSON.parse(await readFile(await download.path(), 'utf8')) as { person: { email: string } }
  expect(data.person.email).toBe(MEERA.email)

  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: `Delete ${MEERA.name}?` })
  await confirmWithReason(dialog, 'She wants to leave', 'Delete permanently')
  await expect(dialog.getByText(/^This account can't be deleted yet/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Delete' })).toBeFocused()

  // She has no open classes.
  await openPerson(page, KAVYA)
  await page.getByRole('button', { name: 'Delete' }).click()
  await confirmWithReason(page.getByRole('dialog'), 'She asked by letter', 'Delete permanently')
  await expect(page.getByText('This account was deleted')).toBeVisible()
  await expect(page.getByText(KAVYA.email)).toHaveCount(0)
  await expectInHistory(page, 'Deleted', 'She asked by letter')
  await expectInLog(
    page,
    ['person_suspended', 'Rude messages'],
    ['person_unsuspended', 'She apologised'],
    ['currency_changed', 'Moved to Boston'],
  )
})

test('a search is kept when returning from a person, and an unknown id shows a message', async ({
  page,
  school,
}) => {
  await signInAsAdmin(page, school)
  await menuLink(page, 'People').click()
  await page.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Students' }).click()
  await page.getByRole('searchbox').fill('nobody of this name')
  await expect(page.getByText('No people found')).toBeVisible()
  await page.getByRole('searchbox').fill('meera')
  await page.getByRole('link', { name: MEERA.name }).click()
  await expect(heading(page, MEERA.name)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue('meera')
  await expect(page.getByRole('link', { name: MEERA.name })).toBeVisible()
  await menuLink(page, 'People').click()
  await expect(page.getByRole('searchbox')).toHaveValue('')
  for (const [section, text] of [
    ['people', 'This person does not exist'],
    ['bookings', 'This booking does not exist'],
    ['orders', 'This order does not exist'],
  ] as const) {
    await page.goto(`${school.url}/admin#${section}/${UNKNOWN_ID}`)
    await expect(page.getByText(text)).toBeVisible()
  }
})

for (const { width, height } of WIDTHS) {
  test.describe(`${width} pixels`, () => {
    test.use({ viewport: { width, height } })
    test.setTimeout(240_000)

    test('people, classes and orders pass the page checks', async ({ page, openBrowser, school }) => {
      const check = (name: string) => checkPage(page, `admin-${name}`)
      await payForClass(openBrowser, school)
      await signInAsAdmin(page, school)
      for (const [hash, name] of [
        ['people', 'People'],
        ['bookings', 'Bookings'],
        ['orders', 'Orders'],
        ['refunds', 'Refunds'],
      ] as const) {
        await openAdminSection(page, school, hash, name)
        await check(hash)
      }
      await openAdminSection(page, school, 'bookings?q=meera&status=confirmed', 'Bookings')
      await page.locator('main').getByRole('link').first().click()
      await page.getByRole('button', { name: 'Move class' }).click()
      await page.getByRole('combobox', { name: 'Time', exact: true }).click()
      await page.getByRole('option').first().click()
      await expect(page.getByText('New time')).toBeVisible()
      await check('move')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await page.getByRole('button', { name: 'Cancel class' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel class' }).click()
      await expect(page.getByText('Enter a reason')).toBeVisible()
      await check('cancel')
      await confirmWithReason(page.getByRole('dialog'), 'The teacher fell ill', 'Cancel class')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(historyList(page)).toContainText('The teacher fell ill')
      await check('booking')
      for (const person of [MEERA, PADMA]) {
        await openAdminSection(page, school, `people?q=${person.email}`, 'People')
        await page.getByRole('link', { name: person.name }).click()
        await expect(heading(page, person.name)).toBeVisible()
        await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
        await check(person === MEERA ? 'student' : 'teacher')
      }
      await openAdminSection(page, school, 'people?q=meera', 'People')
      await page.getByRole('link', { name: MEERA.name }).click()
      await page.getByRole('button', { name: 'Give credits' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await check('give')
      await openAdminSection(page, school, 'orders', 'Orders')
      await page.locator('main').getByRole('link').first().click()
      await page.getByRole('button', { name: 'Refund', exact: true }).click()
      await operateSandbox(school, { do: 'settings', settings: { refunds: 'failed' } })
      await confirmWithReason(page.getByRole('dialog'), 'Booked by mistake', 'Refund ₹1,022.98')
      await expect(historyList(page)).toContainText('Booked by mistake')
      await failRefund(school)
      const retryButton = page.getByRole('button', { name: 'Try again: ₹1,022.98' })
      await expect(retryButton).toBeVisible()
      await expect(listItem(page, 'Refunds', '₹1,022.98')).toContainText('could not send the money')
      await check('order')
      await openAdminSection(page, school, 'refunds?state=failed', 'Refunds')
      await expect(retryButton).toBeVisible()
      await check('refunds')
      await retryButton.click()
      const dialog = page.getByRole('dialog', { name: 'Retry the refund of ₹1,022.98?' })
      await dialog.getByRole('button', { name: 'Try again' }).click()
      await expect(dialog.getByText('Enter a reason')).toBeVisible()
      await check('refund-again')
      await operateSandbox(school, { do: 'settings', settings: { refunds: 'processed' } })
      await confirmWithReason(dialog, 'The balance is filled', 'Try again')
      await expect(page.getByText('Refund retried')).toBeVisible()
      await expect(page.getByText('No refunds found')).toBeVisible()
      await page.goBack()
      // The payment in the list below is marked, too, as soon as the provider has confirmed.
      await expect(page.getByText('Refunded', { exact: true }).first()).toBeVisible()
      await expect(listItem(page, 'Refunds', '₹1,022.98')).toContainText('Sent')
      await expectInHistory(page, 'Refund retried', 'The balance is filled')
      expect(await checkLedger(school.settings)).toBe('Ledger check: balanced\n')
    })
  })
}
