/** The account of students, teachers and new users: data export and deletion (D35). */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { ARJUN, DEVIKA, KAVYA, MEERA, PADMA } from '../support/people.ts'
import type { Tala } from '../support/tala.ts'
import { checkPage, WIDTHS } from './a11y.ts'
import { expect, signIn, signInAsStudent, test } from './fixtures.ts'
import { openMenuEntry, openTeacherSection, signInAsTeacher } from './teacherHelpers.ts'

const DELETED_TEXT = 'Your account is deleted and you’re signed out.'

const deletionForm = (page: Page) => page.getByRole('form', { name: 'Delete my account' })
const emailField = (page: Page) => deletionForm(page).getByRole('textbox', { name: 'Your email address' })

/** The section is folded at first. */
async function openDeletion(page: Page): Promise<void> {
  if (!(await emailField(page).isVisible()))
    await page.getByRole('heading', { level: 2, name: 'Delete my account' }).click()
}

async function requestDeletion(page: Page, email: string): Promise<void> {
  await openDeletion(page)
  await emailField(page).fill(email)
  await deletionForm(page).getByRole('button', { name: 'Delete my account' }).click()
}

/** Clicks the download button and returns the file's content. */
async function downloadData(page: Page): Promise<{ person: { email: string }; classes: unknown[] }> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('my-data.json')
  return JSON.parse(await readFile(await file.path(), 'utf8'))
}

/** Expects the landing page with the message that the account is deleted. */
async function expectDeleted(page: Page, school: Tala): Promise<void> {
  await expect(page).toHaveURL(`${school.url}/`)
  await expect(page.getByRole('alert')).toHaveText(DELETED_TEXT)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('oidc')))).toEqual(
    [],
  )
}

for (const { width, height } of WIDTHS) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height } })

    test('a student downloads the data, and sees why the account cannot be deleted', async ({
      page,
      school,
    }) => {
      await signInAsStudent(page, school, MEERA)
      await openMenuEntry(page, 'My Account')
      await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Create a calendar link' })).toBeVisible()
      await checkPage(page, 'account-student')
      const all = await downloadData(page)
      expect(all.person.email).toBe(MEERA.email)
      expect(all.classes.length).toBeGreaterThan(0)
      await expect(page.getByText('Your data is downloaded.')).toBeVisible()

      await requestDeletion(page, 'somebody@else.test')
      await expect(emailField(page)).toBeFocused()
      await expect(page.getByText('This isn’t the email address of your account.')).toBeVisible()
      await checkPage(page, 'account-wrong-address')

      await requestDeletion(page, MEERA.email.toUpperCase())
      const refusal = page.getByRole('alert').filter({ hasText: 'You can’t delete your account yet' })
      await expect(refusal).toContainText('1 class that is booked or not settled yet')
      await expect(refusal).toContainText('Cancel your booked classes and use your credits first.')
      await checkPage(page, 'account-refused')
      await page.reload()
      await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible()
    })

    test('a student without open classes is deleted, signed out, and sees a message', async ({
      page,
      school,
    }) => {
      await signInAsStudent(page, school, ARJUN)
      await openMenuEntry(page, 'My Account')
      await requestDeletion(page, ARJUN.email)
      await expectDeleted(page, school)
      await checkPage(page, 'account-deleted')
      await page.goto(`${school.url}/booking`)
      await expect(page, 'signed out').toHaveURL(`${school.url}/`)
    })

    test('a user without a role finds the account below the role choice', async ({ page, school }) => {
      await signIn(page, school, KAVYA)
      const opener = page.getByRole('button', { name: 'Your data and your account' })
      await opener.click()
      const dialog = page.getByRole('dialog', { name: 'My Account' })
      await expect(dialog).toBeVisible()
      await checkPage(page, 'account-user')
      expect((await downloadData(page)).person.email).toBe(KAVYA.email)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(opener).toBeFocused()
      await opener.click()
      await requestDeletion(page, KAVYA.email)
      await expectDeleted(page, school)
    })

    test('a teacher finds the account in the menu, and cannot be deleted while classes are open', async ({
      page,
      school,
    }) => {
      await signInAsTeacher(page, school)
      await openMenuEntry(page, 'My Account')
      await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible()
      await checkPage(page, 'account-teacher')
      expect((await downloadData(page)).person.email).toBe(PADMA.email)
      await requestDeletion(page, PADMA.email)
      await expect(page.getByRole('alert')).toContainText(
        / class(es)? that (is|are) booked or not settled yet/,
      )
      await openTeacherSection(page, school, 'profile', 'My Profile')
    })
  })
}

test('an applicant waiting for approval can delete the account', async ({ page, school }) => {
  await signIn(page, school, DEVIKA)
  await expect(page).toHaveURL(`${school.url}/verification-pending`)
  await page.getByRole('button', { name: 'Your data and your account' }).click()
  await requestDeletion(page, DEVIKA.email)
  await expectDeleted(page, school)
})

test('in Hindi the reasons that block a deletion are translated', async ({ page, school }) => {
  await page.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage.setItem('language', 'hi')
  })
  await signIn(page, school, MEERA)
  await expect(page.getByRole('heading', { level: 1, name: 'नमस्ते, Meera' })).toBeVisible()
  await page.goto(`${school.url}/booking#settings`)
  await page.getByRole('heading', { level: 2, name: 'मेरा खाता मिटाएँ' }).click()
  const form = page.getByRole('form', { name: 'मेरा खाता मिटाएँ' })
  await form.getByRole('textbox').fill(MEERA.email)
  await form.getByRole('button').click()
  const refusal = page.getByRole('alert').filter({ hasText: 'अभी कुछ बाक़ी है' })
  await expect(refusal).toContainText(/अभी बाक़ी: \d+ क्लास(ें)? \(बुक/)
  await expect(refusal).not.toContainText(/[a-z]{3}/i)
})
