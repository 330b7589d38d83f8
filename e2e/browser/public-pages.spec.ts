/** Page checks of every public page and state at two widths, light and dark, like `pages.spec.ts`. */

import { checkPage, WIDTHS } from './a11y.ts'
import { expect, test } from './fixtures.ts'

const PAGES = [
  ['/', 'landing'],
  ['/terms', 'legal-terms'],
  ['/privacy-policy', 'legal-privacy'],
  ['/refund-policy', 'legal-refunds'],
  ['/nothing-here', 'nothing-here'],
  ['/offline', 'offline'],
] as const

const TESTIMONIAL = {
  quote: 'Every Sunday at seven my guru is in my living room.',
  name: 'Asha',
  about: 'student of Kathak',
}

for (const { width, height } of WIDTHS) {
  test.describe(`${width} pixels`, () => {
    test.use({ viewport: { width, height } })

    test('the public pages', async ({ page, school }) => {
      for (const [path, name] of PAGES) {
        await page.goto(school.url + path)
        await checkPage(page, name)
      }
    })

    test('the front page with everything expanded', async ({ page, school }) => {
      await page.goto(school.url)
      if (width < 992) await page.getByRole('button', { name: 'Menu', exact: true }).click()
      await page.getByText('For Teachers').click()
      for (const summary of await page.locator('summary').all()) await summary.click()
      await checkPage(page, 'landing-open')
    })

    test.describe('with a testimonial in the settings', () => {
      const lines = Object.entries(TESTIMONIAL).map(([key, value]) => `${key} = ${JSON.stringify(value)}`)
      test.use({ configuration: ['[product.testimonial]', ...lines].join('\n') })

      test('the front page shows it', async ({ page, school }) => {
        await page.goto(school.url)
        const testimonial = page.getByRole('region', { name: 'A word from our students' }).getByRole('figure')
        for (const text of Object.values(TESTIMONIAL)) await expect(testimonial).toContainText(text)
        await checkPage(page, 'landing-testimonial')
      })
    })

    test('the waitlist in every state', async ({ page, school }) => {
      await page.goto(`${school.url}/#waitlist`)
      const dialog = page.getByRole('dialog', { name: 'Tala' })
      await expect(dialog).toBeVisible()
      await checkPage(page, 'waitlist')
      const send = dialog.getByRole('button', { name: 'Join waitlist', exact: true })
      await send.click()
      await expect(dialog.locator('[aria-invalid]')).toHaveCount(4)
      await checkPage(page, 'waitlist-invalid')
      for (const field of ['Name', 'Location', 'Country'])
        await dialog.getByLabel(field, { exact: true }).fill(field)
      await dialog.getByLabel('Email').fill('ana@example.org')
      await page.route('**/api/waitlist', (route) => route.fulfill({ status: 503, json: {} }))
      await send.click()
      await expect(dialog.getByRole('alert')).toBeVisible()
      await checkPage(page, 'waitlist-failed')
      await page.unroute('**/api/waitlist')
      await send.click()
      await expect(dialog.getByText('Thank you for joining the waitlist!')).toBeVisible()
      await checkPage(page, 'waitlist-done')
    })
  })
}
