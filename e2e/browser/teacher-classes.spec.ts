/** A teacher's calendar and My Classes: contents, paging and actions. */
import type { Page } from '@playwright/test'
import { readMailbox } from '../support/api.ts'
import { nextClassStart } from '../support/database.ts'
import { MEERA } from '../support/people.ts'
import { checkLedger, type Tala } from '../support/tala.ts'
import { PHONE } from './a11y.ts'
import { expect, expectDetail, tabUntil, test } from './fixtures.ts'
import {
  advanceTo,
  bookPrivateClasses,
  listRows,
  openMenuEntry,
  signInAsTeacher,
  signInMeera,
} from './teacherHelpers.ts'

test.afterEach(async ({ school }) => {
  expect(await checkLedger(school.settings)).toBe('Ledger check: balanced\n')
})

const pager = (page: Page, label: string) => page.getByRole('navigation', { name: `Pages of ${label}` })

for (const { width, height, size } of [
  { width: 1360, height: 900, size: 10 },
  { width: 390, height: 844, size: 5 },
]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height } })

    test(`My Classes shows ${size} per page, and both lists start at page one`, async ({
      page,
      openBrowser,
      school,
    }) => {
      const student = await signInMeera(openBrowser, school)
      // The demo has one more.
      await bookPrivateClasses(school, student.student, 12)
      await student.page.context().close()
      await page.clock.install()
      await signInAsTeacher(page, school)
      await openMenuEntry(page, 'My Classes')
      const activeClasses = listRows(page, 'Active Classes')
      const pages = Math.ceil(13 / size)
      const activePager = pager(page, 'Active Classes')
      await expect(activeClasses).toHaveCount(size)
      await expect(activePager.getByText(`Page 1 of ${pages}`)).toBeVisible()
      await expect(activePager.getByRole('button', { name: 'Previous page' })).toBeDisabled()
      const first = await activeClasses.first().textContent()
      for (let number = 2; number <= pages; number += 1) {
        await activePager.getByRole('button', { name: 'Next page' }).click()
        await expect(activePager.getByText(`Page ${number} of ${pages}`)).toBeVisible()
      }
      await expect(activeClasses).toHaveCount(13 - size * (pages - 1))
      await expect(activePager.getByRole('button', { name: 'Next page' })).toBeDisabled()
      await page.getByRole('tab', { name: 'Past Classes' }).click()
      await expect(listRows(page, 'Past Classes')).toHaveCount(3)
      await expect(pager(page, 'Past Classes')).toHaveCount(0)
      await page.getByRole('tab', { name: 'Active Classes' }).click()
      await expect(activePager.getByText(`Page 1 of ${pages}`)).toBeVisible()
      await expect(activeClasses.first()).toHaveText(first ?? '')
    })
  })
}

test('a class moves to Past Classes when it ends', async ({ page, openBrowser, school }) => {
  const other = await signInMeera(openBrowser, school)
  await bookPrivateClasses(school, other.student, 1)
  await other.page.context().close()
  await page.clock.install()
  await signInAsTeacher(page, school)
  await openMenuEntry(page, 'My Classes')
  await expect(listRows(page, 'Active Classes')).toHaveCount(2)
  // The demo's class or this one, depending on the weekday.
  const start = await nextClassStart(school.database)
  await advanceTo(school, new Date(start.getTime() + 60_000), page)
  await openMenuEntry(page, 'Dashboard')
  await openMenuEntry(page, 'My Classes')
  await expect(listRows(page, 'Active Classes')).toHaveCount(1)
  await page.getByRole('tab', { name: 'Past Classes' }).click()
  await expect(listRows(page, 'Past Classes').first()).toContainText('Confirmed')
})

test('the calendar changes between day, week and month with the keyboard only', async ({ page, school }) => {
  await signInAsTeacher(page, school)
  const calendar = page.getByRole('region', { name: 'Upcoming Classes' })
  const week = calendar.getByRole('radio', { name: 'Week' })
  await expect(week).toBeChecked()
  await tabUntil(page, () => week.evaluate((radio) => radio === document.activeElement))
  await page.keyboard.press('ArrowRight')
  await expect(calendar.getByText(/^\w+ \d{4}$/)).toBeVisible()
  await expect(calendar.getByRole('button', { name: new RegExp(MEERA.name) }).first()).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(calendar.getByRole('radio', { name: 'Day' })).toBeChecked()
  await expect(calendar.getByText('9:00 am', { exact: true }).first()).toHaveCSS('text-transform', 'none')
  const range = calendar.getByText(/^\w{3}, \d+ \w{3}$/).first()
  const rangeBefore = await range.textContent()
  await calendar.getByRole('button', { name: 'Next day' }).press('Enter')
  await expect(range).not.toHaveText(rangeBefore ?? '')
  await calendar.getByRole('button', { name: 'Today' }).press('Enter')
  await expect(range).toHaveText(rangeBefore ?? '')
})

test('on a phone a week scrolls horizontally, and its hours stay visible', async ({ page, school }) => {
  await page.setViewportSize(PHONE)
  await signInAsTeacher(page, school)
  const calendar = page.getByRole('region', { name: 'Upcoming Classes' })
  await calendar.getByText('Week', { exact: true }).click()
  const hour = calendar.getByText('9:00 am', { exact: true }).first()
  await expect(calendar.getByRole('button', { name: /^Sun ?\d/ })).toBeAttached()
  await expect(hour).toHaveCSS('text-transform', 'none')
  // To the end first: at the start a swipe to the left would be the browser's Back gesture.
  for (const [day, way] of [
    ['Sun', 1000],
    ['Mon', -1000],
    ['Sun', 1000],
  ] as const) {
    await hour.hover()
    await page.mouse.wheel(way, 0)
    await expect(calendar.getByRole('button', { name: new RegExp(`^${day} ?\\d`) })).toBeInViewport({
      ratio: 0.9,
    })
    await expect(hour).toBeInViewport({ ratio: 1 })
  }
})

test('when the teacher cancels a class, the student gets a mail with the reason, and a full refund', async ({
  page,
  school,
}) => {
  await signInAsTeacher(page, school)
  await openMeeraClass(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Cancel class' }).click()
  const cancelDialog = page.getByRole('dialog', { name: 'Cancel this class?' })
  await expect(cancelDialog).toContainText('We’ll email your student now and return their money or credit.')
  await expect(cancelDialog.getByRole('button', { name: 'Keep the class' })).toBeFocused()
  await cancelDialog.getByRole('textbox', { name: /^Reason/ }).fill('I have a cold; see you next week.')
  await cancelDialog.getByRole('button', { name: 'Cancel class' }).click()
  await expect(page.getByText('Class cancelled. Your student has been emailed.')).toBeVisible()
  await openMenuEntry(page, 'My Classes')
  await expect(page.getByText('No active classes found')).toBeVisible()
  await expect.poll(() => lastMailTo(school, MEERA.email)).toContain('I have a cold; see you next week.')
})

test('a class shows its details, and links to the student and back', async ({ page, school }) => {
  await signInAsTeacher(page, school)
  await openMeeraClass(page)
  const dialog = page.getByRole('dialog')
  await expectDetail(dialog, 'Class Type', 'Private · Virtual ClassFrom your weekly hours')
  await expectDetail(dialog, 'Status', 'Confirmed')
  await dialog.getByRole('link', { name: `Notes on ${MEERA.name}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: MEERA.name })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'My Classes' })).toBeVisible()
})

async function openMeeraClass(page: Page): Promise<void> {
  await openMenuEntry(page, 'My Classes')
  await page.getByRole('button', { name: new RegExp(`^Details of ${MEERA.name}`) }).click()
}

async function lastMailTo(school: Tala, address: string): Promise<string> {
  return (await readMailbox(school.url))
    .filter(({ to }) => to === address)
    .map(({ text }) => text)
    .join('\n')
}
