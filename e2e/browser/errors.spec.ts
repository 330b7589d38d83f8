/** Error pages and their causes. */
import { MEERA } from '../support/people.ts'
import { checkPage, WIDTHS } from './a11y.ts'
import { confirmButton, expect, freeSlotButtons, openBooking, signInAsStudent, test } from './fixtures.ts'

const ERRORS = [
  { cause: 'a server error', status: 500, title: 'We couldn’t show this page', canReload: true },
  {
    cause: 'a wrong role',
    status: 403,
    title: 'This page is not for your account',
    canReload: false,
  },
  { cause: 'no connection', status: 0, title: 'We can’t reach the server', canReload: true },
] as const

for (const { cause, status, title, canReload } of ERRORS) {
  test(`a page shows why it cannot be displayed: ${cause}`, async ({ page, school }) => {
    await signInAsStudent(page, school, MEERA)
    await expect(freeSlotButtons(page).first()).toBeVisible()
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
      await checkPage(page, `error-${status}-${size.width}`)
    }
    const reload = page.getByRole('button', { name: 'Reload the page' })
    await expect(reload).toHaveCount(canReload ? 1 : 0)
    await page.unroute('**/api/config')
    if (canReload) {
      await reload.click()
      await expect(freeSlotButtons(page).first()).toBeVisible()
    } else {
      await page.getByRole('link', { name: 'Back to Home' }).click()
      await expect(page).toHaveURL(`${school.url}/`)
    }
  })
}

for (const [seconds, wait] of [
  [45, '45 seconds'],
  [600, '10 minutes'],
] as const) {
  test(`after too many requests, the student reads how long to wait: ${wait}`, async ({ page, school }) => {
    await signInAsStudent(page, school, MEERA)
    const dialog = await openBooking(page)
    await page.route('**/api/book-with-credits', (route) =>
      route.fulfill({
        status: 429,
        contentType: 'application/problem+json',
        headers: { 'retry-after': String(seconds) },
        json: { code: 'too_many_requests', status: 429, detail: 'Too many attempts.' },
      }),
    )
    await confirmButton(dialog).click()
    await expect(dialog).toContainText(`Too many attempts. Please wait ${wait} and try again.`)
  })
}
