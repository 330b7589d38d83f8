/** Text that is 40 % longer than ours, as other languages have it: nothing may run off the side or be cut. */
import type { Page } from '@playwright/test'
import { MEERA } from '../support/people.ts'
import { confirmButton, expect, openBooking, signInAsStudent, slots, test } from './fixtures.ts'
import { expectNothingCut, inspect, lengthen, WIDTHS } from './looks.ts'

async function look(page: Page, name: string): Promise<void> {
  await lengthen(page)
  await inspect(page, `longer-${name}`)
  await expectNothingCut(page, name)
}

for (const { width, height } of WIDTHS) {
  test.describe(`${width} pixels`, () => {
    test.use({ viewport: { width, height } })
    test.setTimeout(240_000)

    test('the front page and the waitlist', async ({ page, school }) => {
      await page.goto(school.url)
      if (width < 768) await page.getByRole('button', { name: 'Menu' }).click()
      await look(page, 'landing')
      await page.goto(`${school.url}/#waitlist`)
      await page.reload()
      await expect(page.getByRole('dialog')).toBeVisible()
      await look(page, 'waitlist')
      await page.goto(`${school.url}/refund-policy`)
      await look(page, 'refund-policy')
    })

    test('the student area', async ({ page, school }) => {
      await signInAsStudent(page, school, MEERA)
      await expect(slots(page).first()).toBeVisible()
      await look(page, 'dashboard')
      await page.reload()
      const dialog = await openBooking(page)
      await expect(confirmButton(dialog)).toBeVisible()
      await look(page, 'booking')
      for (const [hash, title] of [
        ['activeclasses', 'Active Classes'],
        ['history', 'Past Classes'],
        ['account', 'My Credits'],
        ['contactus', 'Help & Support'],
        ['settings', 'My Account'],
      ] as const) {
        await page.goto(`${school.url}/booking#${hash}`)
        await page.reload()
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
        await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
        await look(page, hash)
      }
      await page.goto(`${school.url}/booking#activeclasses`)
      await page.reload()
      await page
        .getByRole('button', { name: /^Cancel class/ })
        .first()
        .click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await look(page, 'cancel')
    })
  })
}
