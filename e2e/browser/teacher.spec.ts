/** The teacher's hours: validation, two tabs, and what the student sees. */
import type { Locator, Page } from '@playwright/test'
import { MEERA } from '../support/people.ts'
import type { Tala } from '../support/tala.ts'
import { expect, freeSlotButtons, menuLink, signInAsStudent, test } from './fixtures.ts'
import { signInAsTeacher } from './teacherHelpers.ts'

async function openAvailability(page: Page, school: Tala): Promise<Locator> {
  await page.goto(`${school.url}/teacher#availability`)
  const form = page.getByRole('form', { name: 'My Availability' })
  await expect(form).toBeVisible()
  return form
}

async function selectTime(form: Locator, field: string, option: string): Promise<void> {
  await form.getByRole('combobox', { name: field, exact: true }).click()
  await form.page().getByRole('option', { name: option, exact: true }).click()
}

const save = (form: Locator) => form.getByRole('button', { name: 'Save availability' }).click()

test('hours are validated field by field, by the client and by the server', async ({ page, school }) => {
  await signInAsTeacher(page, school)
  const form = await openAvailability(page, school)
  const days = form.getByRole('textbox', { name: 'Visibility days' })
  await days.fill('')
  await save(form)
  await expect(form.getByText('Please specify visibility days')).toBeVisible()
  await expect(days).toBeFocused()
  await days.fill('91')
  await save(form)
  await expect(form.getByText('Please choose from 1 to 90 visibility days')).toBeVisible()
  await days.fill('45')

  await selectTime(form, 'Monday, end', '6:00 am')
  await save(form)
  await expect(form.getByText('The end must be after the start')).toBeVisible()
  await selectTime(form, 'Monday, end', '7:45 am')
  await save(form)
  await expect(form.getByText('Please leave at least one hour, the length of a class')).toBeVisible()
  await selectTime(form, 'Monday, end', '11:00 am')

  await selectTime(form, 'Monday, start 2', '10:00 am')
  await save(form)
  await expect(form.getByText('This overlaps other hours on the same day')).toBeVisible()
  await form.getByRole('button', { name: 'Remove Monday, 10:00 am' }).click()
  await save(form)
  await expect(page.getByText('Availability saved successfully')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('all required fields have messages', async ({ page, school }) => {
  await signInAsTeacher(page, school)
  const form = await openAvailability(page, school)
  const remove = form.getByRole('button', { name: /^Remove / })
  for (let remaining = await remove.count(); remaining > 0; remaining -= 1) await remove.first().click()
  await expect(form.getByText(/^No hours yet/)).toBeVisible()
  await form.getByRole('textbox', { name: 'Visibility days' }).fill('')
  await save(form)
  await expect(form.getByText('Please specify visibility days')).toBeVisible()
})

test('leaving unsaved hours by a click, Back or a reload asks for confirmation', async ({ page, school }) => {
  await signInAsTeacher(page, school)
  await menuLink(page, 'My Availability').click()
  const form = page.getByRole('form', { name: 'My Availability' })
  const days = form.getByRole('textbox', { name: 'Visibility days' })
  await days.fill('60')
  await expect(form.getByText('Unsaved changes')).toBeVisible()
  const leaveDialog = page.getByRole('dialog', { name: 'Leave without saving?' })

  await menuLink(page, 'Dashboard').click()
  await leaveDialog.getByRole('button', { name: 'Stay here' }).click()
  await expect(leaveDialog).toHaveCount(0)
  await expect(page).toHaveURL(`${school.url}/teacher#availability`)
  // The cancelled navigation is still in the history, below the dialog's own entry.
  await page.goBack()
  await expect(leaveDialog.getByRole('button', { name: 'Stay here' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(leaveDialog).toHaveCount(0)
  await expect(page).toHaveURL(`${school.url}/teacher#availability`)
  const dialogEvent = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => window.location.reload()))
  const dialog = await dialogEvent
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await expect(days).toHaveValue('60')

  await save(form)
  await expect(form.getByText('Unsaved changes')).toHaveCount(0)
  await menuLink(page, 'Dashboard').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Namaste, Padma' })).toBeVisible()
  await expect(leaveDialog).toHaveCount(0)
})

test('signing out with unsaved hours asks once, then signs out', async ({ page, school }) => {
  await signInAsTeacher(page, school)
  const form = await openAvailability(page, school)
  await form.getByRole('textbox', { name: 'Visibility days' }).fill('60')
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page).toHaveURL(`${school.url}/`)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 780 }, hasTouch: true })

  test('the save button stays visible while there are unsaved changes', async ({ page, school }) => {
    await signInAsTeacher(page, school)
    const form = await openAvailability(page, school)
    const button = form.getByRole('button', { name: 'Save availability' })
    await expect(button).not.toBeInViewport()
    await form.getByRole('textbox', { name: 'Visibility days' }).fill('60')
    await expect(form.getByText('Unsaved changes')).toBeInViewport()
    await expect(button).toBeInViewport()
    await button.click()
    await expect(page.getByText('Availability saved successfully')).toBeVisible()
    await expect(button).not.toBeInViewport()
  })
})

/** A day on which Padma teaches, among the five days shown, and beyond every deadline. */
function visibleTeachingDay(): string {
  const weekday = (days: number) =>
    new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Kolkata', weekday: 'long' }).format(
      Date.now() + days * 86_400_000,
    )
  return weekday(2) === 'Sunday' ? weekday(3) : weekday(2)
}

test('hours that Padma adds appear for Meera', async ({ page, openBrowser, school }) => {
  const meera = await openBrowser()
  await meera.clock.install()
  await signInAsStudent(meera, school, MEERA)
  await expect(freeSlotButtons(meera).first()).toBeVisible()
  await expect(freeSlotButtons(meera).filter({ hasText: '6:00 am' })).toHaveCount(0)

  await signInAsTeacher(page, school)
  const form = await openAvailability(page, school)
  await selectTime(form, `${visibleTeachingDay()}, start`, '6:00 am')
  await save(form)
  await expect(page.getByText('Availability saved successfully')).toBeVisible()

  await meera.clock.fastForward(10_000)
  await expect(freeSlotButtons(meera).filter({ hasText: '6:00 am' }).first()).toBeVisible()
  await expect(freeSlotButtons(meera).filter({ hasText: '7:00 am' }).first()).toBeVisible()
})

test('with two tabs, the older one overwrites nothing and can load the newer version', async ({
  page,
  context,
  school,
}) => {
  await signInAsTeacher(page, school)
  const older = await openAvailability(page, school)
  const newerTab = await context.newPage()
  const newer = await openAvailability(newerTab, school)
  await newer.getByRole('textbox', { name: 'Visibility days' }).fill('60')
  await save(newer)
  await expect(newerTab.getByText('Availability saved successfully')).toBeVisible()

  await page.bringToFront()
  const days = older.getByRole('textbox', { name: 'Visibility days' })
  await days.fill('20')
  await save(older)
  await expect(older.getByRole('alert')).toContainText('Your availability was changed in another tab')
  await older.getByRole('button', { name: 'Show the newer version' }).click()
  await expect(days).toHaveValue('60')
  await days.fill('21')
  await save(older)
  await expect(page.getByText('Availability saved successfully')).toBeVisible()
  await newerTab.reload()
  await expect(newer.getByRole('textbox', { name: 'Visibility days' })).toHaveValue('21')
})
