/** The calendar and My Classes: what stands in them, page by page, and what a teacher does there. */
import type { Page } from '@playwright/test'
import { readMailbox } from '../support/api.ts'
import { nextClass } from '../support/database.ts'
import { MEERA } from '../support/people.ts'
import { booksAgree, type Tala } from '../support/tala.ts'
import { expect, expectFact, tabUntil, test } from './fixtures.ts'
import { PHONE } from './looks.ts'
import { bookHours, choose, entries, meera, signInAsTeacher, until } from './teaching.ts'

test.afterEach(async ({ school }) => {
  expect(await booksAgree(school.settings)).toBe('The books agree.\n')
})

const pager = (page: Page, label: string) => page.getByRole('navigation', { name: `Pages of ${label}` })

for (const { width, height, size } of [
  { width: 1360, height: 900, size: 10 },
  { width: 390, height: 844, size: 5 },
]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height } })

    test(`My Classes shows ${size} a page, and begins each list at its first`, async ({
      page,
      elsewhere,
      school,
    }) => {
      const other = await meera(elsewhere, school)
      // One more is the demo's own.
      await bookHours(school, other.student, 12)
      await other.page.context().close()
      await page.clock.install()
      await signInAsTeacher(page, school)
      await choose(page, 'My Classes')
      const ahead = entries(page, 'Active Classes')
      const pages = Math.ceil(13 / size)
      const bar = pager(page, 'Active Classes')
      await expect(ahead).toHaveCount(size)
      await expect(bar.getByText(`Page 1 of ${pages}`)).toBeVisible()
      await expect(bar.getByRole('button', { name: 'Previous page' })).toBeDisabled()
      const first = await ahead.first().textContent()
      for (let number = 2; number <= pages; number += 1) {
        await bar.getByRole('button', { name: 'Next page' }).click()
        await expect(bar.getByText(`Page ${number} of ${pages}`)).toBeVisible()
      }
      await expect(ahead).toHaveCount(13 - size * (pages - 1))
      await expect(bar.getByRole('button', { name: 'Next page' })).toBeDisabled()
      await page.getByRole('tab', { name: 'Past Classes' }).click()
      await expect(entries(page, 'Past Classes')).toHaveCount(3)
      await expect(pager(page, 'Past Classes')).toHaveCount(0)
      await page.getByRole('tab', { name: 'Active Classes' }).click()
      await expect(bar.getByText(`Page 1 of ${pages}`)).toBeVisible()
      await expect(ahead.first()).toHaveText(first ?? '')
    })
  })
}

test('a class ahead moves to the past when its time comes', async ({ page, elsewhere, school }) => {
  const other = await meera(elsewhere, school)
  await bookHours(school, other.student, 1)
  await other.page.context().close()
  await page.clock.install()
  await signInAsTeacher(page, school)
  await choose(page, 'My Classes')
  await expect(entries(page, 'Active Classes')).toHaveCount(2)
  // The demo's own or this one: which comes first is up to the weekday.
  const start = await nextClass(school.database)
  await until(school, new Date(start.getTime() + 60_000), page)
  await choose(page, 'Dashboard')
  await choose(page, 'My Classes')
  await expect(entries(page, 'Active Classes')).toHaveCount(1)
  await page.getByRole('tab', { name: 'Past Classes' }).click()
  await expect(entries(page, 'Past Classes').first()).toContainText('Confirmed')
})

test('the calendar goes by day, week and month, with nothing but the keyboard', async ({ page, school }) => {
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
  const range = calendar.getByText(/^\w{3}, \d+ \w{3}$/).first()
  const before = await range.textContent()
  await calendar.getByRole('button', { name: 'Next day' }).press('Enter')
  await expect(range).not.toHaveText(before ?? '')
  await calendar.getByRole('button', { name: 'Today' }).press('Enter')
  await expect(range).toHaveText(before ?? '')
})

test('on a phone a week is moved sideways, and its hours stay', async ({ page, school }) => {
  await page.setViewportSize(PHONE)
  await signInAsTeacher(page, school)
  const calendar = page.getByRole('region', { name: 'Upcoming Classes' })
  await calendar.getByText('Week', { exact: true }).click()
  const hour = calendar.getByText('9 AM', { exact: true })
  await expect(calendar.getByRole('button', { name: /^Sun ?\d/ })).toBeAttached()
  // To the end first: where nothing is left to move, a swipe to the left is the browser's own, and goes back in its history.
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

test('a class that the teacher cancels is told to the student, with the reason, and everything comes back', async ({
  page,
  school,
}) => {
  await signInAsTeacher(page, school)
  await openMeerasClass(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Cancel class' }).click()
  const question = page.getByRole('dialog', { name: 'Cancel this class?' })
  await expect(question).toContainText('Your student is told at once and gets everything back')
  await expect(question.getByRole('button', { name: 'Keep the class' })).toBeFocused()
  await question.getByRole('textbox', { name: /^Reason/ }).fill('I have a cold; see you next week.')
  await question.getByRole('button', { name: 'Cancel class' }).click()
  await expect(page.getByText('The class is cancelled. Everybody in it is told.')).toBeVisible()
  await choose(page, 'My Classes')
  await expect(page.getByText('No active classes found')).toBeVisible()
  await expect.poll(() => mailTo(school, MEERA.email)).toContain('I have a cold; see you next week.')
})

test('a class in full: facts, the way to the student, and back', async ({ page, school }) => {
  await signInAsTeacher(page, school)
  await openMeerasClass(page)
  const dialog = page.getByRole('dialog')
  await expectFact(dialog, 'Class Type', 'Virtual Class')
  await expectFact(dialog, 'Status', 'Confirmed')
  await dialog.getByRole('link', { name: `Notes on ${MEERA.name}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: MEERA.name })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'My Classes' })).toBeVisible()
})

async function openMeerasClass(page: Page): Promise<void> {
  await choose(page, 'My Classes')
  await page.getByRole('button', { name: new RegExp(`^Details of ${MEERA.name}`) }).click()
}

async function mailTo(school: Tala, address: string): Promise<string> {
  return (await readMailbox(school.url))
    .filter(({ to }) => to === address)
    .map(({ text }) => text)
    .join('\n')
}
