/** An owner manages the other administrators, on a desktop and a phone. */
import { readMailbox } from '../support/api.ts'
import { runTala } from '../support/tala.ts'
import { checkPage, WIDTHS } from './a11y.ts'
import { confirmWithReason, listItem, openAdminSection, signInAsAdmin, toast } from './adminHelpers.ts'
import { expect, test } from './fixtures.ts'

for (const { width, height } of WIDTHS) {
  test.describe(`${width} pixels`, () => {
    test.use({ viewport: { width, height } })

    test('another administrator is disabled, gets a new authenticator and is enabled', async ({
      page,
      school,
    }) => {
      await runTala(school.settings, 'admin', 'add', 'asha', '--role', 'support')
      await signInAsAdmin(page, school)
      await openAdminSection(page, school, 'admins', 'Administrators')
      const asha = listItem(page, 'Administrators', 'asha')
      await expect(listItem(page, 'Administrators', 'You').getByRole('button')).toHaveCount(0)
      await checkPage(page, 'admin-admins')

      await asha.getByRole('button', { name: 'Disable asha' }).click()
      await confirmWithReason(
        page.getByRole('dialog', { name: 'Disable asha?' }),
        'Left the company',
        'Disable',
      )
      await expect(toast(page, 'Administrator disabled')).toBeVisible()
      await expect(asha.getByText('Disabled', { exact: true })).toBeVisible()
      const subjects = async () => (await readMailbox(school.url)).map(({ subject }) => subject)
      await expect.poll(subjects).toContain('Administrator asha disabled')

      await asha.getByRole('button', { name: 'New authenticator for asha' }).click()
      await confirmWithReason(
        page.getByRole('dialog', { name: 'New authenticator for asha?' }),
        'Lost phone',
        'New authenticator',
      )
      await expect(page.getByText('otpauth://totp/')).toBeVisible()
      await checkPage(page, 'admin-admins-link')
      // The link is shown once, so Back and Escape do not close the dialog.
      await page.goBack()
      await page.keyboard.press('Escape')
      await expect(page.getByText('otpauth://totp/')).toBeVisible()
      await page.getByRole('button', { name: 'Done' }).click()

      await asha.getByRole('button', { name: 'Enable asha' }).click()
      await confirmWithReason(page.getByRole('dialog', { name: 'Enable asha?' }), 'Back again', 'Enable')
      await expect(asha.getByText('Active', { exact: true })).toBeVisible()
    })
  })
}
