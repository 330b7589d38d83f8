/** The teacher's area with nothing but the keyboard: the menu, every dialog, and a class from the hours to its end. */
import type { Page } from '@playwright/test'
import { LEELA, MEERA } from '../support/people.ts'
import { heading } from './adminMoney.ts'
import { expect, menu, test } from './fixtures.ts'
import { chooseByKeys, goThrough, overwrite, reach, skipTheMenu, travel } from './keys.ts'
import { PHONE } from './looks.ts'
import { entries, show, signInAsTeacher } from './teaching.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const days = (page: Page) => page.getByRole('textbox', { name: 'Visibility days' })
const CLOSE = ['button', 'Close'] as const

/** A day that is far enough for any deadline, whatever the hour. */
function inThreeWeeks(): string {
  const moment = Date.now() + 21 * 86_400_000
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(moment)
}

test('every dialog holds the focus, and gives it back', async ({ page, school }) => {
  test.setTimeout(240_000)
  await signInAsTeacher(page, school)
  await test.step('the invitation', () =>
    goThrough(page, {
      opener: button(page, 'Share Your Teacher Invite Code'),
      title: 'Share Teacher Code',
      first: CLOSE,
    }))

  const cancelling = {
    title: 'Cancel this class?',
    by: 'Cancel class',
    first: ['button', 'Keep the class'],
    sends: { typed: { 'Reason (optional)': 'A cold' }, button: 'Cancel class' },
  } as const
  await test.step('a class in the calendar', async () => {
    const calendar = page.getByRole('region', { name: 'Upcoming Classes' })
    await calendar.getByRole('radio', { name: 'Week' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(calendar.getByText(/^\w+ \d{4}$/)).toBeVisible()
    // Until the month is read, the week stands there alone.
    const soonest = calendar.getByRole('button', { name: new RegExp(MEERA.name) }).first()
    const id = await soonest.getAttribute('data-event-id')
    await goThrough(page, {
      opener: calendar.locator(`[data-event-id="${id}"]`),
      title: 'Private class',
      first: CLOSE,
    })
  })
  await test.step('a class, and the question before it is cancelled', async () => {
    await show(page, school, 'classes', 'My Classes')
    await goThrough(page, {
      opener: button(page, new RegExp(`^Details of ${MEERA.name}`)),
      title: 'Private class',
      first: CLOSE,
      leadsTo: cancelling,
    })
  })

  await show(page, school, 'availability', 'My Availability')
  await test.step('hours for other days', () =>
    goThrough(page, {
      opener: button(page, 'Copy Monday to other days').first(),
      title: 'Copy Monday to other days',
      first: ['checkbox', 'Tuesday'],
    }))
  await test.step('a class on one date', async () => {
    const publish = { opener: button(page, 'Publish a class'), title: 'Publish a class' }
    await goThrough(page, { ...publish, first: ['textbox', 'Date'] })
    const published = entries(page, 'Published classes').first()
    await goThrough(page, {
      opener: published.getByRole('button', { name: /^Edit/ }),
      title: 'Change this class',
      first: ['textbox', 'Date'],
      sends: { button: 'Save changes' },
    })
    await goThrough(page, {
      opener: published.getByRole('button', { name: /^Cancel class/ }),
      title: cancelling.title,
      first: cancelling.first,
      sends: { button: 'Cancel class' },
    })
  })
  await test.step('the question before something unsaved is left', async () => {
    await days(page).focus()
    await overwrite(page, '46')
    await expect(page.getByText('Unsaved changes')).toBeVisible()
    const leaving = {
      opener: menu(page, 'Dashboard'),
      title: 'Leave without saving?',
      first: ['button', 'Stay here'],
    } as const
    await goThrough(page, leaving)
    await page.keyboard.press('Enter')
    await reach(page, button(page, 'Leave without saving'))
    await expect(heading(page, 'Namaste, Padma')).toBeFocused()
  })
})

test('the menu is passed, walked, and opened as a drawer', async ({ page, school }) => {
  await signInAsTeacher(page, school)
  await skipTheMenu(page)
  for (const entry of ['My Classes', 'My Students', 'My Profile', 'My Availability', 'Payments', 'Help']) {
    await chooseByKeys(page, menu(page, entry), entry)
  }
  await page.setViewportSize(PHONE)
  const opener = button(page, 'Open menu')
  const drawer = { opener, first: ['button', 'Close menu'] } as const
  await goThrough(page, drawer)
  await page.keyboard.press('Enter')
  await chooseByKeys(page, menu(page, 'My Availability'), 'My Availability')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await days(page).focus()
  await overwrite(page, '46')
  await opener.focus()
  await page.keyboard.press('Enter')
  await reach(page, menu(page, 'Dashboard'))
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect(question.getByRole('button', { name: 'Stay here' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('hours are saved, a class is published and cancelled, with every key pressed', async ({
  page,
  school,
}) => {
  // Whose hours are fewer to pass.
  await signInAsTeacher(page, school, LEELA)
  await reach(page, menu(page, 'My Availability'))
  await expect(heading(page, 'My Availability')).toBeFocused()
  await travel(page, days(page))
  await overwrite(page, '46')
  const save = button(page, 'Save availability')
  await reach(page, save)
  await expect(page.getByText('Availability saved successfully')).toBeVisible()
  await expect(save).toBeFocused()

  const publish = page.getByRole('main').getByRole('button', { name: 'Publish a class' })
  await reach(page, publish)
  const dialog = page.getByRole('dialog', { name: 'Publish a class' })
  await expect(dialog.getByLabel('Date')).toBeFocused()
  // In which order day and month are typed is up to the browser's language.
  await dialog.getByLabel('Date').fill(inThreeWeeks())
  await travel(page, dialog.getByRole('combobox', { name: 'Start' }))
  await page.keyboard.type('15:00')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await travel(page, dialog.getByRole('textbox', { name: 'Seats' }))
  await overwrite(page, '3')
  await reach(page, dialog.getByRole('button', { name: 'Publish' }))
  await expect(page.getByText('Class published. Your students can book it now.')).toBeVisible()
  await expect(publish).toBeFocused()

  const row = entries(page, 'Published classes').filter({ hasText: '3:00 pm' })
  await expect(row).toContainText('0 of 3')
  await reach(page, row.getByRole('button', { name: /^Cancel class/ }))
  const question = page.getByRole('dialog', { name: 'Cancel this class?' })
  await expect(question.getByRole('button', { name: 'Keep the class' })).toBeFocused()
  await reach(page, question.getByRole('button', { name: 'Cancel class' }))
  await expect(page.getByText('The class is cancelled. Everybody in it is told.')).toBeVisible()
  await expect(row).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 2, name: 'Classes on one date' })).toBeFocused()
})
