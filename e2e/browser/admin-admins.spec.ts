/** An owner manages the other administrators, on a desktop and a phone. */
import { readMailbox } from '../support/api.ts'
import { runTala } from '../support/tala.ts'
import { checkPage, WIDTHS } from './a11y.ts'
import {
  authenticatorCode,
  confirmWithReason,
  heading,
  listItem,
  openAdminSection,
  signInAsAdmin,
  toast,
} from './adminHelpers.ts'
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

      await asha.getByRole('button', { name: 'Change role of asha' }).click()
      const roles = page.getByRole('dialog', { name: 'Change the role of asha?' })
      await expect(roles.getByRole('radio', { name: 'Support' })).toBeFocused()
      await page.keyboard.press('ArrowDown')
      await checkPage(page, 'admin-admins-role')
      await confirmWithReason(roles, 'New job', 'Change role')
      await expect(toast(page, 'Role changed')).toBeVisible()
      await expect(asha.getByText('Finance', { exact: true })).toBeVisible()

      await asha.getByRole('button', { name: 'Disable asha' }).click()
      await confirmWithReason(
        page.getByRole('dialog', { name: 'Disable asha?' }),
        'Left the company',
        'Disable',
      )
      await expect(toast(page, 'Administrator disabled')).toBeVisible()
      await expect(asha.getByText('Disabled', { exact: true })).toBeVisible()
      const subjects = async () => (await readMailbox(school.url)).map(({ subject }) => subject)
      await expect
        .poll(subjects)
        .toEqual(expect.arrayContaining(['Administrator asha added', 'Administrator asha disabled']))

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

    test('an owner adds an administrator, who activates the account behind the link', async ({
      page,
      school,
      openBrowser,
    }) => {
      await signInAsAdmin(page, school)
      await openAdminSection(page, school, 'admins', 'Administrators')
      await page.getByRole('button', { name: 'Add administrator' }).press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Add an administrator' })
      // By keyboard: the name has the focus, then the radio buttons.
      await page.keyboard.type('ADMIN')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Space')
      await expect(dialog.getByRole('radio', { name: 'Support' })).toBeChecked()
      await page.keyboard.press('Enter')
      await expect(dialog.getByText('There is an administrator with this name already.')).toBeVisible()
      await expect(dialog.getByRole('textbox', { name: 'Username' })).toBeFocused()
      await checkPage(page, 'admin-admins-new')
      await dialog.getByRole('textbox', { name: 'Username' }).fill('nila')
      await page.keyboard.press('Enter')
      const shown = page.getByRole('dialog', { name: 'Activation link for nila' })
      const link = (await shown.getByText('/admin-activate#').textContent()) ?? ''
      await checkPage(page, 'admin-admins-activation-link')
      await shown.getByRole('button', { name: 'Done' }).click()
      const nila = listItem(page, 'Administrators', 'nila')
      await expect(nila.getByText('Not activated', { exact: true })).toBeVisible()

      const other = await openBrowser()
      await other.setViewportSize({ width, height })
      await other.goto(link)
      await expect(heading(other, 'Activate your account')).toBeVisible()
      const key = (await other.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? ''
      await checkPage(other, 'admin-activate')
      await other.getByRole('textbox', { name: 'Authenticator code' }).fill(authenticatorCode(key))
      await other.getByLabel('Password', { exact: true }).fill('seven quiet lanterns')
      await other.getByLabel('Password again').fill('seven quiet lanterns')
      await other.keyboard.press('Enter')
      await expect(heading(other, 'Today')).toBeVisible()

      const third = await openBrowser()
      await third.goto(link)
      await expect(third.getByText('This activation link has expired or was already used.')).toBeVisible()
      await page.reload()
      await expect(nila.getByText('Active', { exact: true })).toBeVisible()
      const subjects = async () => (await readMailbox(school.url)).map(({ subject }) => subject)
      await expect.poll(subjects).toContain('Administrator nila activated')
    })
  })
}
