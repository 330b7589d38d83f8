/** Classes on single dates, and time off: what the teacher sets, and what the student sees. */
import type { Locator, Page } from '@playwright/test'
import { readMailbox } from '../support/api.ts'
import { nextClassStart } from '../support/database.ts'
import { MEERA } from '../support/people.ts'
import { checkLedger, type Tala } from '../support/tala.ts'
import { confirmation, expect, freeSlotButtons, test } from './fixtures.ts'
import {
  bookPrivateClasses,
  listRows,
  openTeacherSection,
  selectOption,
  signInAsTeacher,
  signInMeera,
} from './teacherHelpers.ts'

const DAY_MS = 86_400_000

test.afterEach(async ({ school }) => {
  expect(await checkLedger(school.settings)).toBe('Ledger check: balanced\n')
})

/** The day this many days from now, in India: `2026-11-26`. */
function dayFromNow(days: number): string {
  return dayOf(new Date(Date.now() + days * DAY_MS))
}

function dayOf(moment: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(moment)
}

const publishDialog = (page: Page) => page.getByRole('dialog', { name: 'Publish a class' })

async function openPublish(page: Page, school: Tala): Promise<Locator> {
  await openTeacherSection(page, school, 'classes', 'My Classes')
  await page.getByRole('button', { name: 'Publish a class' }).click()
  await expect(publishDialog(page)).toBeVisible()
  return publishDialog(page)
}

async function fillTime(dialog: Locator, date: string, time: string): Promise<void> {
  await dialog.getByLabel('Date').fill(date)
  await selectOption(dialog, 'Start', time)
}

test('a group class is published, booked, enlarged, and cancelled, and students get a mail', async ({
  page,
  openBrowser,
  school,
}) => {
  const student = await signInMeera(openBrowser, school)
  await signInAsTeacher(page, school)
  const dialog = await openPublish(page, school)
  await fillTime(dialog, dayFromNow(2), '3:00 pm')
  await dialog.getByRole('textbox', { name: 'Seats' }).fill('3')
  await dialog.getByRole('textbox', { name: 'Credit cost' }).fill('2')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Class published. Your students can book it now.')).toBeVisible()
  const row = listRows(page, 'Published classes').filter({ hasText: '3:00 pm' })
  await expect(row).toContainText('0 of 3')

  await student.page.reload()
  const slot = freeSlotButtons(student.page).filter({ hasText: '3:00 pm' })
  await expect(slot).toContainText('Group')
  await slot.click()
  await student.page.getByRole('button', { name: 'Book with Credits (2 credits)' }).click()
  await expect(confirmation(student.page)).toBeVisible()

  await page.reload()
  await expect(row).toContainText('1 of 3')
  await row.getByRole('button', { name: /^Edit/ }).click()
  const editDialog = page.getByRole('dialog', { name: 'Change this class' })
  await expect(
    editDialog.getByText('You can’t change the date, time or cost once a student has booked.'),
  ).toBeVisible()
  await expect(editDialog.getByLabel('Date')).toBeDisabled()
  await expect(editDialog.getByRole('textbox', { name: 'Credit cost' })).toBeDisabled()
  await editDialog.getByRole('textbox', { name: 'Seats' }).fill('1')
  await editDialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(editDialog.getByText('Please choose from 2 to 50 seats')).toBeVisible()
  await editDialog.getByRole('textbox', { name: 'Seats' }).fill('5')
  await editDialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Class changed.')).toBeVisible()
  await expect(row).toContainText('1 of 5')

  await row.getByRole('button', { name: /^Cancel class/ }).click()
  const cancelDialog = page.getByRole('dialog', { name: 'Cancel this class?' })
  await cancelDialog.getByRole('textbox', { name: /^Reason/ }).fill('The hall is closed.')
  await cancelDialog.getByRole('button', { name: 'Cancel class' }).click()
  await expect(page.getByText('Class cancelled. Your student has been emailed.')).toBeVisible()
  await expect(row).toHaveCount(0)
  const mails = async () => (await readMailbox(school.url)).filter(({ to }) => to === MEERA.email)
  await expect.poll(async () => (await mails())[0]?.text).toContain('The hall is closed.')
})

test('a class needs a date, seats, a cost, and a free time', async ({ page, school }) => {
  await signInAsTeacher(page, school)
  const dialog = await openPublish(page, school)
  const publish = dialog.getByRole('button', { name: 'Publish' })
  await dialog.getByRole('textbox', { name: 'Seats' }).fill('51')
  await dialog.getByRole('textbox', { name: 'Credit cost' }).fill('0')
  await publish.click()
  const requiredMessages = [
    'Please choose a date',
    'Start time required',
    'Please choose from 2 to 50 seats',
    'Please choose from 1 to 100 credits',
  ]
  for (const sentence of requiredMessages) await expect(dialog.getByText(sentence)).toBeVisible()
  await selectOption(dialog, 'Class type', 'Duet')
  await expect(dialog.getByText('Two students.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Credit cost' }).fill('1')
  await fillTime(dialog, dayFromNow(91), '3:00 pm')
  await publish.click()
  await expect(dialog.getByText('Please choose a date within the next 90 days')).toBeVisible()
  await fillTime(dialog, dayFromNow(-1), '3:00 pm')
  await publish.click()
  await expect(dialog.getByText('This time has passed. Choose a later date or time.')).toBeVisible()

  // The next class is Meera's, at eight.
  await fillTime(dialog, dayOf(await nextClassStart(school.database)), '8:15 am')
  await publish.click()
  await expect(dialog.getByText('You already have a class at this time.')).toBeVisible()
  await fillTime(dialog, dayFromNow(2), '3:00 pm')
  await publish.click()
  await expect(page.getByText('Class published. Your students can book it now.')).toBeVisible()
})

test('time off: existing bookings stay and are listed, and the day cannot be booked', async ({
  page,
  openBrowser,
  school,
}) => {
  const other = await signInMeera(openBrowser, school)
  const [{ slot } = { slot: undefined }] = await bookPrivateClasses(school, other.student, 1)
  const day = dayOf(new Date(slot?.dateTime ?? ''))
  await signInAsTeacher(page, school)
  await openTeacherSection(page, school, 'availability', 'My Availability')
  const form = page.getByRole('form', { name: 'My Availability' })
  await form.getByRole('button', { name: 'Add time off or different hours' }).click()
  await form.getByLabel('First day').fill(day)
  await form.getByRole('textbox', { name: 'Private note' }).fill('My sister’s wedding')
  // The demo's own class is outside the hours too if it falls on a Sunday.
  const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Asia/Kolkata' })
  const warning = page
    .getByRole('status')
    .filter({ hasText: /outside these hours/ })
    .filter({ hasText: date.format(new Date(slot?.dateTime ?? '')) })
  await expect(warning).toContainText(MEERA.name)
  await form.getByRole('button', { name: 'Save availability' }).click()
  await expect(page.getByText('Availability saved successfully')).toBeVisible()
  await expect(warning).toContainText('still on')

  await other.page.reload()
  await expect(freeSlotButtons(other.page).first()).toBeVisible()
  const days = await freeSlotButtons(other.page).evaluateAll((all) =>
    all.map((slot) => Number((slot.getAttribute('data-slot') ?? '').split('-').at(-1)) * 60_000),
  )
  const virtual = days.filter((start) => !Number.isNaN(start)).map((start) => dayOf(new Date(start)))
  expect(virtual).not.toContain(day)

  await page.reload()
  await expect(form.getByLabel('First day')).toHaveValue(day)
  await form.getByRole('button', { name: 'Remove date 1' }).click()
  await form.getByRole('button', { name: 'Save availability' }).click()
  await expect(form.getByLabel('First day')).toHaveCount(0)
  await expect(warning).toHaveCount(0)
})

test('many published classes are paged', async ({ page, school }) => {
  await signInAsTeacher(page, school)
  for (let number = 0; number < 9; number += 1) {
    const dialog = await openPublish(page, school)
    await fillTime(dialog, dayFromNow(20 + number), '3:00 pm')
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await expect(dialog).toBeHidden()
  }
  const rows = listRows(page, 'Published classes')
  await expect(rows).toHaveCount(10)
  const pager = page.getByRole('navigation', { name: 'Pages of Published classes' })
  await expect(pager.getByText('Page 1 of 2')).toBeVisible()
  await pager.getByRole('button', { name: 'Next page' }).click()
  await expect(rows).toHaveCount(2)
})
