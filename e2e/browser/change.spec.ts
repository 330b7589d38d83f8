/** Cancelling and moving a class, at every distance from it (D24), and the receipt that remains. */
import type { Locator, Page } from '@playwright/test'
import { advance, type Mail, readMailbox, receivers } from '../support/api.ts'
import { noMailOnItsWay } from '../support/database.ts'
import { ARJUN, MEERA, PADMA } from '../support/people.ts'
import { booksAgree, type Tala } from '../support/tala.ts'
import {
  confirmation,
  confirmButton,
  expect,
  expectFact,
  menu,
  openBooking,
  signInAsStudent,
  slots,
  startOf,
  test,
} from './fixtures.ts'
import { orderBecomes, payByCard, payByUpi, startPaying } from './paying.ts'

const HOUR_MS = 3_600_000
const FAR_HOURS = 32

test.afterEach(async ({ school }) => {
  expect(await booksAgree(school.settings)).toBe('The books agree.\n')
})

/** Pays for a class that is far enough away to come nearer; resolves to its start. */
async function paidClass(page: Page, school: Tala): Promise<Date> {
  await page.clock.install()
  await signInAsStudent(page, school, ARJUN)
  await expect(slots(page).first()).toBeVisible()
  const free = await slots(page).evaluateAll((all) => all.map((slot) => slot.getAttribute('data-slot') ?? ''))
  const far = free.find((id) => startOf(id).getTime() > Date.now() + FAR_HOURS * HOUR_MS)
  const id = await startPaying(page, page.locator(`[data-slot="${far}"]`))
  await payByUpi(page)
  await expect(confirmation(page)).toBeVisible()
  return startOf(id)
}

/** Lets time pass, here and at the server, until so many hours before the class. */
async function hoursBefore(page: Page, school: Tala, start: Date, hours: number): Promise<void> {
  await noMailOnItsWay(school.database)
  const now = await page.evaluate(() => Date.now())
  const minutes = Math.round((start.getTime() - hours * HOUR_MS - now) / 60_000)
  await advance(school.url, minutes)
  await page.clock.fastForward(minutes * 60_000)
}

/** A free hour after the class: it was free before time passed, too, when the list may still be the one of then. */
async function hourAfter(dialog: Locator, start: Date): Promise<Locator> {
  await expect(dialog.locator('[data-slot]').first()).toBeVisible()
  const free = await dialog
    .locator('[data-slot]')
    .evaluateAll((all) => all.map((slot) => slot.getAttribute('data-slot') ?? ''))
  return dialog.locator(`[data-slot="${free.find((id) => startOf(id) > start)}"]`)
}

async function showActive(page: Page): Promise<void> {
  await menu(page, 'Active Classes').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Active Classes' })).toBeVisible()
}

async function openCancel(page: Page): Promise<Locator> {
  await showActive(page)
  await page
    .getByRole('button', { name: /^Cancel class/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('If you cancel now')).toBeVisible()
  return dialog
}

async function calendarMethods(school: Tala): Promise<string[]> {
  const method = ({ ics }: Mail) => /^METHOD:(\w+)/m.exec(ics ?? '')?.[1] ?? ''
  return (await readMailbox(school.url)).filter(({ ics }) => ics).map(method)
}

test('more than 24 hours before: the money goes back, both are told, both calendars are cleared', async ({
  page,
  school,
}) => {
  const start = await paidClass(page, school)
  await hoursBefore(page, school, start, 25)
  const dialog = await openCancel(page)
  await expect(dialog).toContainText('₹1,022.98 goes back in full to your original payment method.')
  await dialog.getByRole('button', { name: 'Keep the class' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Cancel class/ })).toBeFocused()

  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Cancel class' }).click()
  await expect(page.getByRole('dialog', { name: 'Your class is cancelled' })).toContainText(
    'The refund of ₹1,022.98 will be started within 1-2 business days, to your original payment method.',
  )
  await orderBecomes(page, school, 'refunded')
  await page.keyboard.press('Escape')
  await expect(page.getByText('No active classes found')).toBeVisible()
  await page.clock.fastForward(30_000)
  await menu(page, 'Past Classes').click()
  const row = page.getByRole('table', { name: 'Past Classes' }).getByRole('row').nth(1)
  await expect(row).toContainText('Cancelled by you')
  await expect(row).toContainText('₹1,022.98 was refunded')
  await menu(page, 'My Credits').click()
  await expect(page.getByRole('table', { name: 'Your payments' })).toContainText('Refunded')
  await expect.poll(() => calendarMethods(school)).toEqual(['CANCEL', 'CANCEL', 'REQUEST', 'REQUEST'])
  await menu(page, 'Dashboard').click()
  await expect(slots(page).first()).toBeVisible()
})

test('between 24 and 12 hours before: a credit, and its last day', async ({ page, school }) => {
  const start = await paidClass(page, school)
  await hoursBefore(page, school, start, 18)
  const dialog = await openCancel(page)
  await expect(dialog).toContainText(
    'You get a class credit with your teacher, and no money back: ₹1,022.98 stays paid.',
  )
  await dialog.getByRole('button', { name: 'Cancel class' }).click()
  const done = page.getByRole('dialog', { name: 'Your class is cancelled' })
  await expect(done).toContainText(/Use it until \w{3}, \d+ \w{3} \d{4}, \d+:\d\d [ap]m\./)
  await done.getByRole('button', { name: 'Close' }).last().click()
  await menu(page, 'My Credits').click()
  await expect(page.getByText('1 Classes Remaining')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Your payments' })).toContainText('Paid')
  await expect(page.getByText(/was refunded/)).toHaveCount(0)
})

test('under 12 hours: it can be neither cancelled nor moved, and says so', async ({ page, school }) => {
  const start = await paidClass(page, school)
  await hoursBefore(page, school, start, 13)
  await showActive(page)
  await expect(page.getByRole('button', { name: /^Cancel class/ })).toBeVisible()
  await hoursBefore(page, school, start, 11)
  await expect(page.getByText('Too late to change: class starts within 12 hours.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Cancel class|Reschedule)/ })).toHaveCount(0)
})

test('the hour strikes while the question is open: the offer changes before one can press', async ({
  page,
  school,
}) => {
  const start = await paidClass(page, school)
  await hoursBefore(page, school, start, 24.2)
  const dialog = await openCancel(page)
  await expect(dialog).toContainText('goes back in full')
  await hoursBefore(page, school, start, 23.8)
  await expect(dialog).toContainText(
    'You get a class credit with your teacher, and no money back: ₹1,022.98 stays paid.',
  )
})

test('a class paid by credit gives the credit back', async ({ page, school }) => {
  await page.clock.install()
  await signInAsStudent(page, school, MEERA)
  await confirmButton(await openBooking(page)).click()
  await expect(confirmation(page)).toBeVisible()
  await menu(page, 'My Credits').click()
  await expect(page.getByText('8 Classes Remaining')).toBeVisible()
  await showActive(page)
  await page
    .getByRole('button', { name: /^Cancel class/ })
    .last()
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Your credit comes back to you at once.')
  await dialog.getByRole('button', { name: 'Cancel class' }).click()
  await expect(page.getByRole('dialog', { name: 'Your class is cancelled' })).toBeVisible()
  await page.keyboard.press('Escape')
  await menu(page, 'My Credits').click()
  await expect(page.getByText('9 Classes Remaining')).toBeVisible()
})

test('moved without a mouse: same payment, new hour, calendars follow, and the old hour is free', async ({
  page,
  school,
}) => {
  const start = await paidClass(page, school)
  await hoursBefore(page, school, start, 30)
  await showActive(page)
  await page.getByRole('button', { name: /^Reschedule/ }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Choose another free hour.', { exact: false })).toBeFocused()
  const target = await hourAfter(dialog, start)
  const to = startOf((await target.getAttribute('data-slot')) ?? '')
  await target.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Move your class?' })).toBeVisible()
  await expectFact(dialog, 'From', new RegExp(clockOf(start)))
  await expectFact(dialog, 'To', new RegExp(clockOf(to)))
  await dialog.getByRole('button', { name: 'Move the class' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Your class has moved' })).toContainText(clockOf(to))
  await page.keyboard.press('Escape')
  const row = page.getByRole('table', { name: 'Active Classes' }).getByRole('row').nth(1)
  await expect(row).toContainText(`moved from`)
  await expect(row).toContainText(clockOf(to))
  await expect.poll(() => calendarMethods(school)).toEqual(['REQUEST', 'REQUEST', 'REQUEST', 'REQUEST'])
  await menu(page, 'Dashboard').click()
  await expect(page.locator(`[data-slot$="-${start.getTime() / 60_000}"]`)).toBeVisible()
  await expect(page.locator(`[data-slot$="-${to.getTime() / 60_000}"]`)).toHaveCount(0)
})

test('the hour to move to goes to somebody else meanwhile', async ({ page, elsewhere, school }) => {
  await paidClass(page, school)
  await showActive(page)
  await page.getByRole('button', { name: /^Reschedule/ }).click()
  const dialog = page.getByRole('dialog')
  const target = dialog.locator('[data-slot]').first()
  const id = (await target.getAttribute('data-slot')) ?? ''
  await target.click()
  const other = await elsewhere()
  await signInAsStudent(other, school, MEERA)
  await confirmButton(await openBooking(other, other.locator(`[data-slot="${id}"]`))).click()
  await expect(confirmation(other)).toBeVisible()
  await dialog.getByRole('button', { name: 'Move the class' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Here are the hours that are free now.')
  await expect(dialog.locator(`[data-slot="${id}"]`)).toHaveCount(0)
  await dialog.locator('[data-slot]').first().click()
  await dialog.getByRole('button', { name: 'Move the class' }).click()
  await expect(page.getByRole('dialog', { name: 'Your class has moved' })).toBeVisible()
})

test('the receipt: all of it, on paper too, and nobody else’s', async ({ page, elsewhere, school }) => {
  await signInAsStudent(page, school, ARJUN)
  await startPaying(page)
  await payByCard(page)
  await expect(confirmation(page)).toBeVisible()
  await menu(page, 'My Credits').click()
  await page.getByRole('link', { name: /^Receipt for Private class, / }).click()
  const receipt = page.getByRole('article', { name: /^Receipt \d+$/ })
  await expectFact(receipt, 'For', new RegExp(`${ARJUN.name}.*${ARJUN.email}`))
  await expectFact(receipt, 'Class on', /\(Kolkata, GMT\+5:30\)$/)
  await expectFact(receipt, 'Paid by', 'Card')
  await expectFact(receipt, 'Payment ID', /^pay_\w+$/)
  for (const name of ['Private class ₹999', 'Payment provider fee ₹23.98', 'Total paid ₹1,022.98']) {
    await expect(receipt.getByRole('row', { name })).toBeVisible()
  }
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(receipt).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print or save as PDF' })).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  expect((await page.pdf()).subarray(0, 5).toString()).toBe('%PDF-')

  const address = page.url()
  const other = await elsewhere()
  await signInAsStudent(other, school, MEERA)
  await other.goto(address)
  await expect(other.getByText('There is no such receipt.')).toBeVisible()
  await expect.poll(() => receivers(school.url)).toEqual([ARJUN.email, PADMA.email])
})

/** `7:00 am`, in Kolkata. */
function clockOf(at: Date): string {
  return new Intl.DateTimeFormat('en-IN', {
    timeZone: 'Asia/Kolkata',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
  }).format(at)
}
