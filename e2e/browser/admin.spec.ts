/** The back office (SPEC §2, D7): who comes in, applications, the audit log. */
import type { Page } from '@playwright/test'
import { readMailbox } from '../support/api.ts'
import { DEVIKA, PASSWORD } from '../support/people.ts'
import type { Tala } from '../support/tala.ts'
import { expect, menu, test } from './fixtures.ts'
import { inspect, WIDTHS } from './looks.ts'
import { beginWizard, fillWizard, NILA, submitWizard } from './teaching.ts'

const ADMIN = 'admin'
const DASHBOARD = 'Teacher Approval Dashboard'
const BACK_OFFICE = 'Back office'

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

async function logIn(page: Page, school: Tala, password = PASSWORD): Promise<void> {
  await page.goto(`${school.url}/admin-login`)
  await page.getByRole('textbox', { name: 'Username' }).fill(ADMIN)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

async function enter(page: Page, school: Tala): Promise<void> {
  await logIn(page, school)
  await expect(page).toHaveURL(`${school.url}/admin`)
  await expect(title(page, DASHBOARD)).toBeVisible()
}

test('nobody comes in without the password, and a flag in the browser is no key', async ({
  page,
  school,
}) => {
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

test('an administrator comes in, stays over a reload, and leaves', async ({ page, school }) => {
  await enter(page, school)
  await expect(page.getByText('Login successful')).toBeVisible()
  await page.reload()
  await expect(title(page, DASHBOARD)).toBeVisible()
  await page.goto(`${school.url}/admin-login`)
  await expect(page).toHaveURL(`${school.url}/admin`)
  await page.getByRole('navigation', { name: BACK_OFFICE }).getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${school.url}/admin-login`)
  await page.goto(`${school.url}/admin`)
  await expect(page).toHaveURL(`${school.url}/admin-login`)
})

test('an application is rejected with a reason, which the applicant reads', async ({
  page,
  elsewhere,
  school,
}) => {
  const applicant = await elsewhere()
  await beginWizard(applicant, school)
  await fillWizard(applicant)
  await submitWizard(applicant, school)

  await enter(page, school)
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
  await expect.poll(() => mailTo(NILA.email)).toContain('Please add a video.')

  await menu(page, 'Audit log').click()
  await expect(title(page, 'Audit log')).toBeVisible()
  await expect(page.getByText('Please add a video.')).toBeVisible()
  await applicant.goto(`${school.url}/onboarding`)
  await expect(applicant.getByText('Your previous teacher application was not approved.')).toBeVisible()
})

for (const { width, height } of WIDTHS) {
  test.describe(`${width} pixels`, () => {
    test.use({ viewport: { width, height } })

    test('the pages of the back office', async ({ page, school }) => {
      const shoot = (name: string) => inspect(page, `admin-${name}`)
      await page.goto(`${school.url}/admin-login`)
      await page.getByRole('button', { name: 'Login' }).click()
      await expect(page.getByText('Please input your username!')).toBeVisible()
      await shoot('login-failed')
      await enter(page, school)
      await page.getByRole('button', { name: `Details of ${DEVIKA.name}` }).click()
      await page.getByText('Raw data').click()
      await shoot('approvals')
      await page.getByRole('button', { name: `Reject ${DEVIKA.name}` }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await shoot('reject')
      for (const [hash, name] of [
        ['messages', 'Messages'],
        ['audit', 'Audit log'],
      ] as const) {
        await page.goto(`${school.url}/admin#${hash}`)
        await page.reload()
        await expect(title(page, name)).toBeVisible()
        await shoot(hash)
      }
    })
  })
}
