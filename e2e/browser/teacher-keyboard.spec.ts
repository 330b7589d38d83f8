/**
 * The teacher area with the keyboard only: the menu, all dialogs, and a class from publishing to
 * cancelling.
 */
import type { Page } from '@playwright/test'
import { LEELA, MEERA } from '../support/people.ts'
import { PHONE } from './a11y.ts'
import { heading } from './adminHelpers.ts'
import { expect, menuLink, test } from './fixtures.ts'
import {
  checkDialog,
  openSectionByKeyboard,
  pressControl,
  replaceText,
  skipMenu,
  tabToControl,
} from './keyboard.ts'
import { listRows, openTeacherSection, signInAsTeacher } from './teacherHelpers.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const days = (page: Page) => page.getByRole('textbox', { name: 'Visibility days' })
const CLOSE = ['button', 'Close'] as const

/** A day that is beyond every deadline at any time of day. */
function inThreeWeeks(): string {
  const moment = Date.now() + 21 * 86_400_000
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(moment)
}

test('every dialog keeps the focus inside, and returns it to its opener', async ({ page, school }) => {
  test.setTimeout(240_000)
  await signInAsTeacher(page, school)
  await test.step('the invitation', () =>
    checkDialog(page, {
      opener: button(page, 'Share Your Teacher Invite Code'),
      title: 'Share Teacher Code',
      initialFocus: CLOSE,
    }))

  const cancelDialog = {
    title: 'Cancel this class?',
    button: 'Cancel class',
    initialFocus: ['button', 'Keep the class'],
    submission: { values: { 'Reason (optional)': 'A cold' }, button: 'Cancel class' },
  } as const
  await test.step('a class in the calendar', async () => {
    const calendar = page.getByRole('region', { name: 'Upcoming Classes' })
    await calendar.getByRole('radio', { name: 'Week' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(calendar.getByText(/^\w+ \d{4}$/)).toBeVisible()
    // Until the month is loaded, only the week is shown.
    const soonest = calendar.getByRole('button', { name: new RegExp(MEERA.name) }).first()
    const id = await soonest.getAttribute('data-event-id')
    await checkDialog(page, {
      opener: calendar.locator(`[data-event-id="${id}"]`),
      title: 'Private class',
      initialFocus: CLOSE,
    })
  })
  await test.step('a class, and the confirmation to cancel it', async () => {
    await openTeacherSection(page, school, 'classes', 'My Classes')
    await checkDialog(page, {
      opener: button(page, new RegExp(`^Details of ${MEERA.name}`)),
      title: 'Private class',
      initialFocus: CLOSE,
      nextDialog: cancelDialog,
    })
  })

  await openTeacherSection(page, school, 'availability', 'My Availability')
  await test.step('copying hours to other days', () =>
    checkDialog(page, {
      opener: button(page, 'Copy Monday to other days').first(),
      title: 'Copy Monday to other days',
      initialFocus: ['button', 'Mon to Fri'],
    }))
  await openTeacherSection(page, school, 'classes', 'My Classes')
  await test.step('a class on one date', async () => {
    const publish = { opener: button(page, 'Publish a class'), title: 'Publish a class' }
    await checkDialog(page, { ...publish, initialFocus: ['textbox', 'Date'] })
    const published = listRows(page, 'Published classes').first()
    await checkDialog(page, {
      opener: published.getByRole('button', { name: /^Edit/ }),
      title: 'Change this class',
      initialFocus: ['textbox', 'Date'],
      submission: { button: 'Save changes' },
    })
    await checkDialog(page, {
      opener: published.getByRole('button', { name: /^Cancel class/ }),
      title: cancelDialog.title,
      initialFocus: cancelDialog.initialFocus,
      submission: { button: 'Cancel class' },
    })
  })
  await openTeacherSection(page, school, 'availability', 'My Availability')
  await test.step('the confirmation to leave unsaved changes', async () => {
    await days(page).focus()
    await replaceText(page, '46')
    await expect(page.getByText('Unsaved changes')).toBeVisible()
    const leaveDialog = {
      opener: menuLink(page, 'Dashboard'),
      title: 'Leave without saving?',
      initialFocus: ['button', 'Stay here'],
    } as const
    await checkDialog(page, leaveDialog)
    await page.keyboard.press('Enter')
    await pressControl(page, button(page, 'Leave without saving'))
    await expect(heading(page, 'Namaste, Padma')).toBeFocused()
  })
})

test('the menu is skipped, navigated, and opened as a drawer', async ({ page, school }) => {
  await signInAsTeacher(page, school)
  await skipMenu(page)
  for (const entry of ['My Classes', 'My Students', 'My Profile', 'My Availability', 'Payments', 'Help']) {
    await openSectionByKeyboard(page, menuLink(page, entry), entry)
  }
  await page.setViewportSize(PHONE)
  const opener = button(page, 'Open menu')
  const drawer = { opener, initialFocus: ['button', 'Close menu'] } as const
  await checkDialog(page, drawer)
  await page.keyboard.press('Enter')
  await openSectionByKeyboard(page, menuLink(page, 'My Availability'), 'My Availability')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await days(page).focus()
  await replaceText(page, '46')
  await opener.focus()
  await page.keyboard.press('Enter')
  await pressControl(page, menuLink(page, 'Dashboard'))
  const leaveQuestion = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect(leaveQuestion.getByRole('button', { name: 'Stay here' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(leaveQuestion).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('hours are saved, and a class is published and cancelled', async ({ page, school }) => {
  // She has fewer hours to tab through.
  await signInAsTeacher(page, school, LEELA)
  await pressControl(page, menuLink(page, 'My Availability'))
  await expect(heading(page, 'My Availability')).toBeFocused()
  await tabToControl(page, days(page))
  await replaceText(page, '46')
  const save = button(page, 'Save availability')
  await pressControl(page, save)
  await expect(page.getByText('Availability saved successfully')).toBeVisible()
  await expect(save).toBeFocused()

  await pressControl(page, menuLink(page, 'My Classes'))
  const publish = page.getByRole('main').getByRole('button', { name: 'Publish a class' })
  await pressControl(page, publish)
  const dialog = page.getByRole('dialog', { name: 'Publish a class' })
  await expect(dialog.getByLabel('Date')).toBeFocused()
  // The order of day and month in the field depends on the browser's language.
  await dialog.getByLabel('Date').fill(inThreeWeeks())
  await tabToControl(page, dialog.getByRole('combobox', { name: 'Start' }))
  await page.keyboard.type('3 pm')
  // Enter takes the first time of the list, so the list must have narrowed to what was typed.
  await expect(page.getByRole('option').first()).toHaveText('3:00 pm')
  await page.keyboard.press('Enter')
  await tabToControl(page, dialog.getByRole('textbox', { name: 'Seats' }))
  await replaceText(page, '3')
  await pressControl(page, dialog.getByRole('button', { name: 'Publish' }))
  await expect(page.getByText('Class published. Your students can book it now.')).toBeVisible()
  await expect(publish).toBeFocused()

  const row = listRows(page, 'Published classes').filter({ hasText: '3:00 pm' })
  await expect(row).toContainText('0 of 3')
  await pressControl(page, row.getByRole('button', { name: /^Cancel class/ }))
  const question = page.getByRole('dialog', { name: 'Cancel this class?' })
  await expect(question.getByRole('button', { name: 'Keep the class' })).toBeFocused()
  await pressControl(page, question.getByRole('button', { name: 'Cancel class' }))
  await expect(page.getByText('Class cancelled.')).toBeVisible()
  await expect(row).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 2, name: 'One-off classes' })).toBeFocused()
})
