/** Whole pages that could not be shown, and what keeps them from it. */
import { MEERA } from '../support/people.ts'
import { expect, signInAsStudent, slots, test } from './fixtures.ts'
import { inspect, WIDTHS } from './looks.ts'

const ANSWERS = [
  { what: 'the server is at fault', status: 500, title: 'This page could not be shown', again: true },
  {
    what: 'it belongs to somebody else',
    status: 403,
    title: 'This page is not for your account',
    again: false,
  },
  { what: 'nothing can be reached', status: 0, title: 'We cannot be reached', again: true },
] as const

for (const { what, status, title, again } of ANSWERS) {
  test(`a page says what keeps it from being shown: ${what}`, async ({ page, school }) => {
    await signInAsStudent(page, school, MEERA)
    await expect(slots(page).first()).toBeVisible()
    await page.route('**/api/config', (route) =>
      status === 0
        ? route.abort()
        : route.fulfill({
            status,
            contentType: 'application/problem+json',
            body: JSON.stringify({
              code: status === 500 ? 'internal' : 'role_not_allowed',
              title: 'x',
              status,
            }),
          }),
    )
    await page.goto(`${school.url}/booking`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    for (const size of WIDTHS) {
      await page.setViewportSize(size)
      await inspect(page, `error-${status}-${size.width}`)
    }
    const reload = page.getByRole('button', { name: 'Reload the page' })
    await expect(reload).toHaveCount(again ? 1 : 0)
    await page.unroute('**/api/config')
    if (again) {
      await reload.click()
      await expect(slots(page).first()).toBeVisible()
    } else {
      await page.getByRole('link', { name: 'Back to Home' }).click()
      await expect(page).toHaveURL(`${school.url}/`)
    }
  })
}
