/** The back office about people: who they are, their credits, classes and orders, and what is done for them. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { operate, readMailbox } from '../support/api.ts'
import { sqlite } from '../support/database.ts'
import { KAVYA, MEERA, PADMA } from '../support/people.ts'
import { booksAgree, type Tala } from '../support/tala.ts'
import { act, enter, heading, item, payForAClass, visit } from './adminMoney.ts'
import { expect, expectFact, menu, signIn, test } from './fixtures.ts'
import { inspect, WIDTHS } from './looks.ts'

const NOBODY = '01890000-0000-7000-8000-000000000001'

/** Opens somebody's page by searching for them. */
async function find(page: Page, who: { name: string; email: string }): Promise<void> {
  await menu(page, 'People').click()
  await expect(heading(page, 'People')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Name or email' }).fill(who.email)
  await expect(page.getByRole('link', { name: who.name })).toHaveCount(1)
  await page.getByRole('link', { name: who.name }).click()
  await expect(heading(page, who.name)).toBeVisible()
}

const history = (page: Page): Locator => page.getByRole('list', { name: 'History' })

async function expectInHistory(page: Page, what: string, reason: string): Promise<void> {
  const line = history(page).getByRole('listitem').filter({ hasText: reason }).filter({ hasText: what })
  await expect(line).toHaveCount(1)
  await expect(line).toContainText('by admin')
}

async function expectInLog(page: Page, ...acts: [action: string, reason: string][]): Promise<void> {
  await menu(page, 'Audit log').click()
  for (const [action, reason] of acts) {
    await expect(page.getByRole('row').filter({ hasText: reason }).filter({ hasText: action })).toHaveCount(1)
  }
}

/** The provider fails at every attempt, until a person has to look. */
async function refundFails(school: Tala): Promise<void> {
  const database = sqlite(school.dataFolder)
  const hurried = async () => {
    await database.run("UPDATE refunds SET next_check_at = 0 WHERE state = 'requested' AND attempt > 1")
    return database.column('SELECT state FROM refunds')
  }
  await expect.poll(hurried).toEqual(['failed'])
}

const mailsTo = async (school: Tala, to: string, subject: RegExp) =>
  (await readMailbox(school.url)).filter((mail) => mail.to === to && subject.test(mail.subject)).length

test('a student is found and given credits, which are extended; a class of theirs is cancelled', async ({
  page,
  school,
}) => {
  await enter(page, school)
  await find(page, MEERA)
  await expectFact(page.getByRole('region', { name: 'As a student' }), 'Teacher', PADMA.name)
  const credits = page.getByRole('table', { name: 'Credits' })
  await expect(credits).toBeVisible()
  const before = await credits.getByRole('row').count()

  await page.getByRole('button', { name: 'Give credits' }).click()
  const give = page.getByRole('dialog', { name: `Give ${MEERA.name} credits` })
  await give.getByRole('textbox', { name: 'Classes' }).fill('21')
  await act(give, 'The sound was gone', 'Give')
  await expect(give.getByText('1 to 20')).toBeVisible()
  await give.getByRole('textbox', { name: 'Classes' }).fill('2')
  await act(give, 'The sound was gone', 'Give')
  await expect(page.getByText('The credits are there')).toBeVisible()
  await expect(credits.getByRole('row')).toHaveCount(before + 1)
  await expect(credits.getByRole('row').nth(1)).toContainText('2 of 2')
  await expectInHistory(page, 'Credits given', 'The sound was gone')

  // Once more within a minute has to be meant.
  await page.getByRole('button', { name: 'Give credits' }).click()
  await act(give, 'And again', 'Give')
  await expect(give.getByText('This was done less than a minute ago.')).toBeVisible()
  await give.getByRole('button', { name: 'Do it once more' }).click()
  await expect(credits.getByRole('row')).toHaveCount(before + 2)

  await credits
    .getByRole('button', { name: /^Extend 2 of 2/ })
    .first()
    .click()
  await act(page.getByRole('dialog', { name: 'Extend credits' }), 'She is ill', 'Extend')
  await expect(page.getByText('The credits live longer')).toBeVisible()
  await expectInHistory(page, 'Credits extended', 'She is ill')

  await page.getByRole('link', { name: 'All their classes' }).click()
  await expect(heading(page, 'Bookings')).toBeVisible()
  await page.getByRole('combobox', { name: 'State' }).click()
  await page.getByRole('option', { name: 'Booked' }).click()
  const classes = page.getByRole('table', { name: 'Bookings' })
  await expect(classes.getByText('Taught')).toHaveCount(0)
  await expect(page).toHaveURL(/#bookings\?q=meera(@|%40)demo\.tala&status=confirmed$/)
  await classes.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(heading(page, `${MEERA.name} with ${PADMA.name}`)).toBeVisible()

  await page.getByRole('button', { name: 'Move class' }).click()
  const move = page.getByRole('dialog', { name: 'Move this class' })
  await move.getByRole('combobox', { name: 'Start' }).click()
  await page.getByRole('option').last().click()
  const will = await move.getByRole('status').getByRole('time').textContent()
  await act(move, 'The teacher asked for it', 'Move')
  await expect(page.getByText('The class is moved')).toBeVisible()
  await expect(page.getByRole('region', { name: 'The class' }).getByRole('time').first()).toHaveText(
    will ?? '',
  )
  await expectInHistory(page, 'Class moved', 'The teacher asked for it')
  await expect.poll(() => mailsTo(school, MEERA.email, /moved/i)).toBe(1)

  await page.getByRole('button', { name: 'Cancel class' }).click()
  await act(page.getByRole('dialog', { name: 'Cancel this class?' }), 'The teacher fell ill', 'Cancel class')
  await expect(page.getByText('The class is cancelled')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel class' })).toHaveAttribute('aria-disabled', 'true')
  await expectInHistory(page, 'Class cancelled', 'The teacher fell ill')
  await expect.poll(() => mailsTo(school, MEERA.email, /cancelled/i)).toBe(1)
  await page.getByRole('button', { name: 'Send mails again' }).click()
  await act(page.getByRole('dialog', { name: 'Send the mails again?' }), 'It went to spam', 'Send')
  await expect.poll(() => mailsTo(school, MEERA.email, /cancelled/i)).toBe(2)

  await page.getByRole('link', { name: MEERA.name }).first().click()
  await expectInHistory(page, 'Class cancelled', 'The teacher fell ill')
  await expectInLog(
    page,
    ['credits_granted', 'The sound was gone'],
    ['credits_extended', 'She is ill'],
    ['booking_moved', 'The teacher asked for it'],
    ['booking_cancelled', 'The teacher fell ill'],
    ['booking_mailed_again', 'It went to spam'],
  )
  expect(await booksAgree(school.settings)).toBe('The books agree.\n')
})

test('a person is kept out and let in again, pays in dollars, takes their data along, and cannot be deleted yet', async ({
  page,
  elsewhere,
  school,
}) => {
  await enter(page, school)
  await find(page, MEERA)
  await page.getByRole('button', { name: 'Suspend' }).click()
  await act(page.getByRole('dialog', { name: `Suspend ${MEERA.name}?` }), 'Rude messages', 'Suspend')
  await expect(page.getByText(/^Suspended since/)).toBeVisible()
  const outside = await elsewhere()
  await signIn(outside, school, MEERA)
  await expect(outside.getByText(/suspended/i).first()).toBeVisible()

  await page.getByRole('button', { name: 'Restore' }).click()
  await act(page.getByRole('dialog', { name: `Restore ${MEERA.name}?` }), 'She apologised', 'Restore')
  await expect(page.getByText(/^Suspended since/)).toHaveCount(0)
  await expectInHistory(page, 'Suspended', 'Rude messages')
  await expectInHistory(page, 'Restored', 'She apologised')

  await page.getByRole('button', { name: 'Change currency' }).click()
  await act(page.getByRole('dialog', { name: 'Change currency' }), 'Moved to Boston', 'Change to USD')
  await expectFact(page.getByRole('region', { name: 'As a student' }), 'Pays in', 'USD')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export data' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^person-[0-9a-f-]{36}\.json$/)
  const all = JSON.parse(await readFile(await download.path(), 'utf8')) as { person: { email: string } }
  expect(all.person.email).toBe(MEERA.email)

  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: `Delete ${MEERA.name}?` })
  await act(dialog, 'She wants to leave', 'Delete for good')
  await expect(dialog.getByText(/^This account cannot be deleted yet: /)).toBeVisible()
  await dialog.getByRole('button', { name: 'Do nothing' }).click()
  await expect(page.getByRole('button', { name: 'Delete' })).toBeFocused()

  // Nothing of hers is open.
  await find(page, KAVYA)
  await page.getByRole('button', { name: 'Delete' }).click()
  await act(page.getByRole('dialog'), 'She asked by letter', 'Delete for good')
  await expect(page.getByText('This account was deleted')).toBeVisible()
  await expect(page.getByText(KAVYA.email)).toHaveCount(0)
  await expectInHistory(page, 'Deleted', 'She asked by letter')
  await expectInLog(
    page,
    ['person_suspended', 'Rude messages'],
    ['person_restored', 'She apologised'],
    ['currency_changed', 'Moved to Boston'],
  )
})

test('a search outlives a look at somebody, and what does not exist is said', async ({ page, school }) => {
  await enter(page, school)
  await menu(page, 'People').click()
  await page.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Students' }).click()
  await page.getByRole('searchbox').fill('nobody of this name')
  await expect(page.getByText('Nobody found')).toBeVisible()
  await page.getByRole('searchbox').fill('meera')
  await page.getByRole('link', { name: MEERA.name }).click()
  await expect(heading(page, MEERA.name)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue('meera')
  await expect(page.getByRole('link', { name: MEERA.name })).toBeVisible()
  await menu(page, 'People').click()
  await expect(page.getByRole('searchbox')).toHaveValue('')
  for (const [section, said] of [
    ['people', 'This person does not exist'],
    ['bookings', 'This booking does not exist'],
    ['orders', 'This order does not exist'],
  ] as const) {
    await page.goto(`${school.url}/admin#${section}/${NOBODY}`)
    await expect(page.getByText(said)).toBeVisible()
  }
})

for (const { width, height } of WIDTHS) {
  test.describe(`${width} pixels`, () => {
    test.use({ viewport: { width, height } })
    test.setTimeout(240_000)

    test('people, classes and orders in the back office', async ({ page, elsewhere, school }) => {
      const shoot = (name: string) => inspect(page, `admin-${name}`)
      await payForAClass(elsewhere, school)
      await enter(page, school)
      for (const [hash, name] of [
        ['people', 'People'],
        ['bookings', 'Bookings'],
        ['orders', 'Orders'],
        ['refunds', 'Refunds'],
      ] as const) {
        await visit(page, school, hash, name)
        await shoot(hash)
      }
      await visit(page, school, 'bookings?q=meera&status=confirmed', 'Bookings')
      await page.locator('main').getByRole('link').first().click()
      await page.getByRole('button', { name: 'Move class' }).click()
      await page.getByRole('combobox', { name: 'Start' }).click()
      await page.getByRole('option').first().click()
      await expect(page.getByText('The class will start')).toBeVisible()
      await shoot('move')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await page.getByRole('button', { name: 'Cancel class' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel class' }).click()
      await expect(page.getByText('Please say why')).toBeVisible()
      await shoot('cancel')
      await act(page.getByRole('dialog'), 'The teacher fell ill', 'Cancel class')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(history(page)).toContainText('The teacher fell ill')
      await shoot('booking')
      for (const who of [MEERA, PADMA]) {
        await visit(page, school, `people?q=${who.email}`, 'People')
        await page.getByRole('link', { name: who.name }).click()
        await expect(heading(page, who.name)).toBeVisible()
        await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
        await shoot(who === MEERA ? 'student' : 'teacher')
      }
      await visit(page, school, 'people?q=meera', 'People')
      await page.getByRole('link', { name: MEERA.name }).click()
      await page.getByRole('button', { name: 'Give credits' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await shoot('give')
      await visit(page, school, 'orders', 'Orders')
      await page.locator('main').getByRole('link').first().click()
      await page.getByRole('button', { name: 'Refund' }).click()
      await operate(school, { do: 'settings', settings: { refunds: 'failed' } })
      await act(page.getByRole('dialog'), 'Booked by mistake', 'Refund ₹1,022.98')
      await expect(history(page)).toContainText('Booked by mistake')
      await refundFails(school)
      const again = page.getByRole('button', { name: 'Try again: ₹1,022.98' })
      await expect(again).toBeVisible()
      await expect(item(page, 'Refunds', '₹1,022.98')).toContainText('could not send the money')
      await shoot('order')
      await visit(page, school, 'refunds?state=failed', 'Refunds')
      await expect(again).toBeVisible()
      await shoot('refunds')
      await again.click()
      const dialog = page.getByRole('dialog', { name: 'Send ₹1,022.98 once more?' })
      await dialog.getByRole('button', { name: 'Try again' }).click()
      await expect(dialog.getByText('Please say why')).toBeVisible()
      await shoot('refund-again')
      await operate(school, { do: 'settings', settings: { refunds: 'processed' } })
      await act(dialog, 'The balance is filled', 'Try again')
      await expect(page.getByText('The provider is asked once more')).toBeVisible()
      await expect(page.getByText('No refunds found')).toBeVisible()
      await page.goBack()
      await expect(page.getByText('Refunded', { exact: true })).toBeVisible()
      await expect(item(page, 'Refunds', '₹1,022.98')).toContainText('Sent')
      await expectInHistory(page, 'Refund asked for again', 'The balance is filled')
      expect(await booksAgree(school.settings)).toBe('The books agree.\n')
    })
  })
}
