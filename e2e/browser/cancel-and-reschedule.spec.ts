/** Cancelling and rescheduling a class at different times before it (D24), and the receipt. */
import type { Locator, Page } from '@playwright/test'
import { advanceClock, type Mail, mailRecipients, readMailbox } from '../support/api.ts'
import { waitForMailsInProgress } from '../support/database.ts'
import { ARJUN, MEERA, PADMA } from '../support/people.ts'
import { checkLedger, type Tala } from '../support/tala.ts'
import {
  confirmation,
  confirmButton,
  expect,
  expectDetail,
  freeSlotButtons,
  menuLink,
  openBooking,
  signInAsStudent,
  slotStart,
  test,
} from './fixtures.ts'
import { payByCard, payByUpi, startPaying, waitForOrderState } from './payment.ts'

const HOUR_MS = 3_600_000
const MIN_HOURS_AHEAD = 32

test.afterEach(async ({ school }) => {
  expect(await checkLedger(school.settings)).toBe('Ledger check: balanced\n')
})

/** Pays for a class far enough ahead to approach its deadlines; resolves to its start. */
async function bookPaidClass(page: Page, school: Tala): Promise<Date> {
  await page.clock.install()
  await signInAsStudent(page, school, ARJUN)
  await expect(freeSlotButtons(page).first()).toBeVisible()
  const ids = await freeSlotButtons(page).evaluateAll((all) =>
    all.map((slot) => slot.getAttribute('data-slot') ?? ''),
  )
  const distantId = ids.find((id) => slotStart(id).getTime() > Date.now() + MIN_HOURS_AHEAD * HOUR_MS)
  const id = await startPaying(page, page.locator(`[data-slot="${distantId}"]`))
  await payByUpi(page)
  await expect(confirmation(page)).toBeVisible()
  return slotStart(id)
}

/** Moves the clocks of page and server to this many hours before class. */
async function advanceToHoursBefore(page: Page, school: Tala, start: Date, hours: number): Promise<void> {
  await waitForMailsInProgress(school.database)
  const now = await page.evaluate(() => Date.now())
  const minutes = Math.round((start.getTime() - hours * HOUR_MS - now) / 60_000)
  await advanceClock(school.url, minutes)
  await page.clock.fastForward(minutes * 60_000)
}

/**
 * A free slot after the class, which was free before the clock moved as well, in case the list is
 * not yet refreshed.
 */
async function slotAfter(dialog: Locator, start: Date): Promise<Locator> {
  await expect(dialog.locator('[data-slot]').first()).toBeVisible()
  const free = await dialog
    .locator('[data-slot]')
    .evaluateAll((all) => all.map((slot) => slot.getAttribute('data-slot') ?? ''))
  return dialog.locator(`[data-slot="${free.find((id) => slotStart(id) > start)}"]`)
}

async function showActive(page: Page): Promise<void> {
  await menuLink(page, 'Active Classes').click()
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

test('more than 24 hours before: the money is refunded, both get a mail, and both calendars are updated', async ({
  page,
  school,
}) => {
  const start = await bookPaidClass(page, school)
  await advanceToHoursBefore(page, school, start, 25)
  const dialog = await openCancel(page)
  await expect(dialog).toContainText('We’ll refund ₹1,022.98 to your original payment method.')
  await dialog.getByRole('button', { name: 'Keep the class' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Cancel class/ })).toBeFocused()

  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Cancel class' }).click()
  await expect(page.getByRole('dialog', { name: 'Your class is cancelled' })).toContainText(
    'We’ll start your refund of ₹1,022.98 within 1–2 business days. It goes back to your original payment method.',
  )
  await waitForOrderState(page, school, 'refunded')
  await page.keyboard.press('Escape')
  await expect(page.getByText('No active classes found')).toBeVisible()
  await page.clock.fastForward(30_000)
  await menuLink(page, 'Past Classes').click()
  const row = page.getByRole('table', { name: 'Past Classes' }).getByRole('row').nth(1)
  await expect(row).toContainText('Cancelled by you')
  await expect(row).toContainText('Refund of ₹1,022.98 started')
  await menuLink(page, 'My Credits').click()
  await expect(page.getByRole('table', { name: 'Your payments' })).toContainText('Refund started')
  await expect.poll(() => calendarMethods(school)).toEqual(['CANCEL', 'CANCEL', 'REQUEST', 'REQUEST'])
  await menuLink(page, 'Dashboard').click()
  await expect(freeSlotButtons(page).first()).toBeVisible()
})

test('between 24 and 12 hours before: a credit with its expiry', async ({ page, school }) => {
  const start = await bookPaidClass(page, school)
  await advanceToHoursBefore(page, school, start, 18)
  const dialog = await openCancel(page)
  await expect(dialog).toContainText(
    'You get a class credit with your teacher instead of a refund of ₹1,022.98.',
  )
  await dialog.getByRole('button', { name: 'Cancel class' }).click()
  const done = page.getByRole('dialog', { name: 'Your class is cancelled' })
  await expect(done).toContainText(/Book with it by \w{3}, \d+ \w{3} \d{4}, \d+:\d\d [ap]m\./)
  await done.getByRole('button', { name: 'Close' }).last().click()
  await menuLink(page, 'My Credits').click()
  await expect(page.getByText('1 Class Remaining')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Your payments' })).toContainText('Paid')
  await expect(page.getByText(/^Refund of/)).toHaveCount(0)
})

test('less than 12 hours before: the class can neither be cancelled nor rescheduled', async ({
  page,
  school,
}) => {
  const start = await bookPaidClass(page, school)
  await advanceToHoursBefore(page, school, start, 13)
  await showActive(page)
  await expect(page.getByRole('button', { name: /^Cancel class/ })).toBeVisible()
  await advanceToHoursBefore(page, school, start, 11)
  await expect(page.getByText('Starts in less than 12 hours, so it can’t be changed.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Cancel class|Reschedule)/ })).toHaveCount(0)
})

test('the deadline passes while the dialog is open: the dialog shows the new outcome', async ({
  page,
  school,
}) => {
  const start = await bookPaidClass(page, school)
  await advanceToHoursBefore(page, school, start, 24.2)
  const dialog = await openCancel(page)
  await expect(dialog).toContainText('We’ll refund')
  await advanceToHoursBefore(page, school, start, 23.8)
  await expect(dialog).toContainText(
    'You get a class credit with your teacher instead of a refund of ₹1,022.98.',
  )
})

test('a class paid with credits returns the credits', async ({ page, school }) => {
  await page.clock.install()
  await signInAsStudent(page, school, MEERA)
  await confirmButton(await openBooking(page)).click()
  await expect(confirmation(page)).toBeVisible()
  await menuLink(page, 'My Credits').click()
  await expect(page.getByText('8 Classes Remaining')).toBeVisible()
  await showActive(page)
  await page
    .getByRole('button', { name: /^Cancel class/ })
    .last()
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Your credit comes back immediately.')
  await dialog.getByRole('button', { name: 'Cancel class' }).click()
  await expect(page.getByRole('dialog', { name: 'Your class is cancelled' })).toBeVisible()
  await page.keyboard.press('Escape')
  await menuLink(page, 'My Credits').click()
  await expect(page.getByText('9 Classes Remaining')).toBeVisible()
})

test('rescheduling without a mouse: same payment, new time, updated calendars, and the old slot is free', async ({
  page,
  school,
}) => {
  const start = await bookPaidClass(page, school)
  await advanceToHoursBefore(page, school, start, 30)
  await showActive(page)
  await page.getByRole('button', { name: /^Reschedule/ }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Choose another time.', { exact: false })).toBeFocused()
  const target = await slotAfter(dialog, start)
  const newStart = slotStart((await target.getAttribute('data-slot')) ?? '')
  await target.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Move your class?' })).toBeVisible()
  await expectDetail(dialog, 'From', startOfRange(start))
  await expectDetail(dialog, 'To', startOfRange(newStart))
  await dialog.getByRole('button', { name: 'Move the class' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Your class has moved' })).toContainText(
    formatKolkataTime(newStart),
  )
  await page.keyboard.press('Escape')
  const row = page.getByRole('table', { name: 'Active Classes' }).getByRole('row').nth(1)
  await expect(row).toContainText(`moved from`)
  await expect(row).toContainText(formatKolkataTime(newStart))
  await expect.poll(() => calendarMethods(school)).toEqual(['REQUEST', 'REQUEST', 'REQUEST', 'REQUEST'])
  await menuLink(page, 'Dashboard').click()
  await expect(page.locator(`[data-slot$="-${start.getTime() / 60_000}"]`)).toBeVisible()
  await expect(page.locator(`[data-slot$="-${newStart.getTime() / 60_000}"]`)).toHaveCount(0)
})

test('the new slot is booked by another student meanwhile', async ({ page, openBrowser, school }) => {
  await bookPaidClass(page, school)
  await showActive(page)
  await page.getByRole('button', { name: /^Reschedule/ }).click()
  const dialog = page.getByRole('dialog')
  const target = dialog.locator('[data-slot]').first()
  const id = (await target.getAttribute('data-slot')) ?? ''
  await target.click()
  const other = await openBrowser()
  await signInAsStudent(other, school, MEERA)
  await confirmButton(await openBooking(other, other.locator(`[data-slot="${id}"]`))).click()
  await expect(confirmation(other)).toBeVisible()
  await dialog.getByRole('button', { name: 'Move the class' }).click()
  await expect(dialog.getByRole('alert')).toContainText('These times are open now.')
  await expect(dialog.locator(`[data-slot="${id}"]`)).toHaveCount(0)
  await dialog.locator('[data-slot]').first().click()
  await dialog.getByRole('button', { name: 'Move the class' }).click()
  await expect(page.getByRole('dialog', { name: 'Your class has moved' })).toBeVisible()
})

test('the receipt is complete, also printed, and visible to its owner only', async ({
  page,
  openBrowser,
  school,
}) => {
  await signInAsStudent(page, school, ARJUN)
  await startPaying(page)
  await payByCard(page)
  await expect(confirmation(page)).toBeVisible()
  await menuLink(page, 'My Credits').click()
  await page.getByRole('link', { name: /^Receipt for Private class, / }).click()
  const receipt = page.getByRole('article', { name: /^Receipt \d+$/ })
  await expectDetail(receipt, 'For', new RegExp(`${ARJUN.name}.*${ARJUN.email}`))
  await expectDetail(receipt, 'Class on', /\(Kolkata, GMT\+5:30\)$/)
  await expectDetail(receipt, 'Paid by', 'Card')
  await expectDetail(receipt, 'Payment ID', /^pay_\w+$/)
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
  const other = await openBrowser()
  await signInAsStudent(other, school, MEERA)
  await other.goto(address)
  await expect(other.getByText('We couldn’t find this receipt.')).toBeVisible()
  await expect.poll(() => mailRecipients(school.url)).toEqual([ARJUN.email, PADMA.email])
})

/** `7:00 am`, in Kolkata. */
function formatKolkataTime(at: Date): string {
  return new Intl.DateTimeFormat('en-IN', {
    timeZone: 'Asia/Kolkata',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
  }).format(at)
}

/** The start of a range such as `5:00–6:00 pm`, which names am or pm once. */
function startOfRange(at: Date): RegExp {
  return new RegExp(`, ${formatKolkataTime(at).slice(0, -3)}( [ap]m)?–`)
}
