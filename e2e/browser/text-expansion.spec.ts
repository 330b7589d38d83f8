/** Texts that are 40 % longer, as in other languages: no horizontal scrolling, no clipped text. */
import type { Page } from '@playwright/test'
import { MEERA } from '../support/people.ts'
import { checkPage, expandText, expectNoClippedText, WIDTHS } from './a11y.ts'
import { confirmButton, expect, freeSlotButtons, openBooking, signInAsStudent, test } from './fixtures.ts'

async function checkExpandedPage(page: Page, name: string): Promise<void> {
  await expandText(page)
  await checkPage(page, `longer-${name}`)
  await expectNoClippedText(page, name)
}

for (const { width, height } of WIDTHS) {
  test.describe(`${width} pixels`, () => {
    test.use({ viewport: { width, height } })
    test.setTimeout(240_000)

    test('the front page and the waitlist', async ({ page, school }) => {
      await page.goto(school.url)
      if (width < 768) await page.getByRole('button', { name: 'Menu' }).click()
      await checkExpandedPage(page, 'landing')
      await page.goto(`${school.url}/#waitlist`)
      await page.reload()
      await expect(page.getByRole('dialog')).toBeVisible()
      await checkExpandedPage(page, 'waitlist')
      await page.goto(`${school.url}/refund-policy`)
      await checkExpandedPage(page, 'refund-policy')
    })

    test('the student area', async ({ page, school }) => {
      await signInAsStudent(page, school, MEERA)
      await expect(freeSlotButtons(page).first()).toBeVisible()
      await checkExpandedPage(page, 'dashboard')
      await page.reload()
      const dialog = await openBooking(page)
      await expect(confirmButton(dialog)).toBeVisible()
      await checkExpandedPage(page, 'booking')
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
        await checkExpandedPage(page, hash)
      }
      await page.goto(`${school.url}/booking#activeclasses`)
      await page.reload()
      await page
        .getByRole('button', { name: /^Cancel class/ })
        .first()
        .click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await checkExpandedPage(page, 'cancel')
    })
  })
}
