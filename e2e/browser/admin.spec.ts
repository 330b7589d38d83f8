/** The admin area (SPEC §2, D7): sign-in, applications, audit log. */
import type { Page } from '@playwright/test'
import { advanceClock, readMailbox } from '../support/api.ts'
import { DEVIKA, PASSWORD } from '../support/people.ts'
import type { Tala } from '../support/tala.ts'
import { checkPage, WIDTHS } from './a11y.ts'
import { expect, menuLink, test } from './fixtures.ts'
import { tabToControl } from './keyboard.ts'
import { fillWizard, NILA, startWizard, submitWizard } from './teacherHelpers.ts'

const ADMIN = 'admin'
const DASHBOARD = 'Teacher Approval Dashboard'
const MENU_LABEL = 'Admin area'

const title = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

async function logIn(page: Page, school: Tala, password = PASSWORD): Promise<void> {
  await page.goto(`${school.url}/admin-login`)
  await page.getByRole('textbox', { name: 'Username' }).fill(ADMIN)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

async function signInAsAdmin(page: Page, school: Tala): Promise<void> {
  await logIn(page, school)
  await expect(page).toHaveURL(`${school.url}/admin`)
  await expect(title(page, DASHBOARD)).toBeVisible()
}

test('sign-in requires the password; the flag in local storage gives no access', async ({ page, school }) => {
  await page.goto(`${school.url}/admin`)
  await expect(page).toHaveURL(`${school.url}/admin-login`)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Please input your username!')).toBeVisible()
  await expect(page.getByText('Please input your password!')).toBeVisible()
  await logIn(page, school, 'not the password')
  await expect(page.getByText('Invalid credentials')).toBeVisible()

  await page.evaluate(() => localStorage.setItem('tala.admin', 'true'))
  await page.goto(`${school.url}/admin`)
  await expect(page).toHaveURL(`${school.url}/admin-login`)
  await expect(title(page, 'Admin Login')).toBeVisible()
})

test('an administrator signs in, stays signed in after a reload, and logs out', async ({ page, school }) => {
  await signInAsAdmin(page, school)
  await expect(page.getByText('Login successful')).toBeVisible()
  await page.reload()
  await expect(title(page, DASHBOARD)).toBeVisible()
  await page.goto(`${school.url}/admin-login`)
  await expect(page).toHaveURL(`${school.url}/admin`)
  await page.getByRole('navigation', { name: MENU_LABEL }).getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${school.url}/admin-login`)
  await page.goto(`${school.url}/admin`)
  await expect(page).toHaveURL(`${school.url}/admin-login`)
})

test('an application is rejected with a reason, which the applicant sees', async ({
  page,
  openBrowser,
  school,
}) => {
  const applicant = await openBrowser()
  await startWizard(applicant, school)
  await fillWizard(applicant)
  await submitWizard(applicant, school)

  await signInAsAdmin(page, school)
  const table = page.getByRole('table', { name: 'Pending teachers' })
  await page.getByRole('button', { name: `Details of ${NILA.name}` }).click()
  await expect(table.getByText('Not provided').first()).toBeVisible()
  await page.getByRole('button', { name: `Reject ${NILA.name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Reject ${NILA.name}?` })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Please add a video.')
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(page.getByText('Teacher rejected')).toBeVisible()
  await expect(table.getByText(NILA.email)).toHaveCount(0)
  const mailTo = async (to: string) =>
    (await readMailbox(school.url))
      .filter((mail) => mail.to === to)
      .map(({ text }) => text)
      .join('\n')
  expect(await mailTo(NILA.email)).not.toContain('Please add a video.')
  await advanceClock(school.url, 1)
  await expect.poll(() => mailTo(NILA.email)).toContain('Please add a video.')

  await menuLink(page, 'Audit log').click()
  await expect(title(page, 'Audit log')).toBeVisible()
  await expect(page.getByText('Please add a video.')).toBeVisible()
  await applicant.goto(`${school.url}/onboarding`)
  await expect(applicant.getByText('Your previous teacher application was not approved.')).toBeVisible()
})

test('an approval and a rejection are undone, and no email is sent', async ({ page, school }) => {
  await signInAsAdmin(page, school)
  const undo = (noun: string) => page.getByRole('button', { name: `Undo the ${noun} of ${DEVIKA.name}` })
  const approve = page.getByRole('button', { name: `Approve ${DEVIKA.name}` })
  await approve.click()
  await expect(page.getByText('No pending applications')).toBeVisible()
  // The button works in other sections too.
  await menuLink(page, 'Audit log').click()
  await expect(title(page, 'Audit log')).toBeVisible()
  await undo('approval').click()
  await expect(page.getByText('Decision undone. The application is pending again.')).toBeVisible()
  await expect(page.getByText('teacher_decision_undone')).toBeVisible()

  await menuLink(page, 'Approvals').click()
  await page.getByRole('button', { name: `Reject ${DEVIKA.name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(undo('rejection')).toBeVisible()
  await checkPage(page, 'admin-undo')
  await tabToControl(page, undo('rejection'))
  await page.keyboard.press('Enter')
  await expect(approve).toBeVisible()
  await advanceClock(school.url, 1)
  const received = (await readMailbox(school.url)).filter(({ to }) => to === DEVIKA.email)
  expect(received.map(({ subject }) => subject)).not.toContain('About your application')
  expect(received.map(({ subject }) => subject)).not.toContain('You can now teach with Tala')

  await approve.click()
  await expect(undo('approval')).toBeVisible()
  await advanceClock(school.url, 1)
  await undo('approval').click()
  await expect(
    page.getByText(/^Failed to undo the decision\. The email to the teacher is already/),
  ).toBeVisible()
})

for (const { width, height } of WIDTHS) {
  test.describe(`${width} pixels`, () => {
    test.use({ viewport: { width, height } })

    test('the first pages of the admin area pass the page checks', async ({ page, school }) => {
      const check = (name: string) => checkPage(page, `admin-${name}`)
      await page.goto(`${school.url}/admin-login`)
      await page.getByRole('button', { name: 'Login' }).click()
      await expect(page.getByText('Please input your username!')).toBeVisible()
      await check('login-failed')
      await signInAsAdmin(page, school)
      await page.getByRole('button', { name: `Details of ${DEVIKA.name}` }).click()
      await page.getByText('Raw data').click()
      await check('approvals')
      await page.getByRole('button', { name: `Reject ${DEVIKA.name}` }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await check('reject')
      for (const [hash, name] of [
        ['messages', 'Messages'],
        ['audit', 'Audit log'],
      ] as const) {
        await page.goto(`${school.url}/admin#${hash}`)
        await page.reload()
        await expect(title(page, name)).toBeVisible()
        await check(hash)
      }
    })
  })
}
