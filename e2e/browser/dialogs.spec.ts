/** Dialogs on phones: buttons that nothing covers, and Back, which closes a dialog or the drawer. */
import { MEERA } from '../support/people.ts'
import { expect, freeSlotButtons, openBooking, signInAsStudent, test } from './fixtures.ts'

test.use({ viewport: { width: 360, height: 640 } })

test('the buttons of the booking dialog stay on top while its content scrolls', async ({ page, school }) => {
  await signInAsStudent(page, school, MEERA)
  const dialog = await openBooking(page)
  await expect(dialog.getByRole('radio').first()).toBeAttached()
  const covered = await dialog.evaluate((root) => {
    const scrollers = [root, ...root.querySelectorAll('*')].filter(
      (element) => element.scrollHeight > element.clientHeight && element.clientHeight > 300,
    )
    const names: string[] = []
    for (let part = 0; part <= 8; part += 1) {
      for (const element of scrollers) element.scrollTop = (element.scrollHeight * part) / 16
      for (const button of root.querySelectorAll('button')) {
        const { x, y, width, height } = button.getBoundingClientRect()
        const top = document.elementFromPoint(x + width / 2, y + height / 2)
        if (y > 400 && !button.contains(top)) names.push(`${button.textContent} at ${part}/16`)
      }
    }
    return names
  })
  expect(covered).toEqual([])
})

test('Back closes a dialog or the drawer and stays in the section', async ({ page, school }) => {
  await signInAsStudent(page, school, MEERA)
  await page.goto(`${school.url}/booking#history`)
  await page.goto(`${school.url}/booking#dashboard`)
  await expect(freeSlotButtons(page).first()).toBeVisible()
  await openBooking(page)
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(`${school.url}/booking#dashboard`)

  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('link', { name: 'My Credits' }).click()
  await expect(page).toHaveURL(`${school.url}/booking#account`)
  await page.goBack()
  await expect(page).toHaveURL(`${school.url}/booking#dashboard`)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
