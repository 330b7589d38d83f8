/** Referring a friend under My Credits, and the reward (D29). */
import type { Page } from '@playwright/test'
import { ARJUN, KAVYA, MEERA } from '../support/people.ts'
import { checkLedger } from '../support/tala.ts'
import { checkPage, WIDTHS } from './a11y.ts'
import { heading, signInAsAdmin } from './adminHelpers.ts'
import { closeToasts, expect, menuLink, signInAsStudent, test } from './fixtures.ts'
import { takeFirstClass } from './referrals.ts'
import { openMenuEntry } from './teacherHelpers.ts'

const referralPanel = (page: Page) => page.getByRole('region', { name: 'Invite a friend' })
const referralRow = (page: Page, name: string) =>
  referralPanel(page).getByRole('row').or(referralPanel(page).getByRole('listitem')).filter({ hasText: name })

async function refer(page: Page, person: { name: string; email: string }): Promise<void> {
  await referralPanel(page).getByRole('textbox', { name: 'Your friend’s name' }).fill(person.name)
  await referralPanel(page).getByRole('textbox', { name: 'Your friend’s email' }).fill(person.email)
  await referralPanel(page).getByRole('button', { name: 'Add friend' }).click()
}

for (const { width, height } of WIDTHS) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height } })

    test('a referral is accepted without revealing who has an account', async ({ page, school }) => {
      await signInAsStudent(page, school, ARJUN)
      await openMenuEntry(page, 'My Credits')
      await expect(referralPanel(page).getByText('No friends added yet.')).toBeVisible()
      await referralPanel(page).getByRole('button', { name: 'Add friend' }).click()
      await expect(referralPanel(page).getByText('Please enter your friend’s name')).toBeVisible()
      await expect(referralPanel(page).getByText('Please enter a valid email')).toBeVisible()
      await expect(referralPanel(page).getByRole('textbox', { name: 'Your friend’s name' })).toBeFocused()
      await checkPage(page, 'friends-errors')
      await refer(page, { name: 'Me', email: ARJUN.email })
      await expect(referralPanel(page).getByText('Please enter a friend’s email, not your own')).toBeVisible()
      await refer(page, { name: 'Asha', email: 'asha;rao@new.test' })
      await expect(referralPanel(page).getByText('Please enter a valid email'), 'by the server').toBeVisible()
      await refer(page, KAVYA)
      await expect(referralRow(page, KAVYA.name)).toContainText('After their first class')
      const thanks = page.getByText(
        'Thank you! If your friend is new here, you get a free class after their first one.',
      )
      await expect(thanks).toHaveCount(1)
      await checkPage(page, 'friends')
      // She has an account already. Arjun sees the same response.
      await closeToasts(page)
      await refer(page, MEERA)
      await expect(thanks).toHaveCount(1)
      await expect(referralRow(page, MEERA.name)).toHaveCount(0)
    })
  })
}

test('the friend takes a class, an administrator grants the reward, and the student sees it', async ({
  page,
  openBrowser,
  school,
}) => {
  await signInAsStudent(page, school, ARJUN)
  await menuLink(page, 'My Credits').click()
  await refer(page, KAVYA)
  await expect(referralRow(page, KAVYA.name)).toContainText('After their first class')
  await takeFirstClass(school, KAVYA)

  const adminPage = await openBrowser()
  await signInAsAdmin(adminPage, school)
  await menuLink(adminPage, 'Referrals').click()
  await expect(heading(adminPage, 'Referrals')).toBeVisible()
  await adminPage.getByRole('button', { name: `Grant free class to ${ARJUN.name} for ${KAVYA.name}` }).click()
  await adminPage.getByRole('dialog').getByRole('button', { name: 'Grant free class' }).click()
  await expect(adminPage.getByText(`${ARJUN.name} has a free class`)).toBeVisible()

  await signInAsStudent(page, school, ARJUN)
  await menuLink(page, 'My Credits').click()
  await expect(referralRow(page, KAVYA.name)).toContainText('Received on ')
  await expect(page.getByText('1 Class Remaining')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Credit history' })).toContainText('1 credit received')
  expect(await checkLedger(school.settings)).toBe('Ledger check: balanced\n')
})
