/** My Students with the teacher's notes, and My Profile. */
import type { Page } from '@playwright/test'
import { ARJUN, MEERA, PADMA } from '../support/people.ts'
import { expect, menuLink, test } from './fixtures.ts'
import { listRows, openMenuEntry, openTeacherSection, signInAsTeacher } from './teacherHelpers.ts'

const notes = (page: Page) => page.getByRole('textbox', { name: 'Your notes' })
const phone = (page: Page) => page.getByRole('textbox', { name: 'Phone' })

async function openMeera(page: Page): Promise<void> {
  await openMenuEntry(page, 'My Students')
  await page.getByRole('link', { name: MEERA.name }).click()
  await expect(page.getByRole('heading', { level: 1, name: MEERA.name })).toBeVisible()
}

for (const { width, height } of [
  { width: 1360, height: 900 },
  { width: 390, height: 844 },
]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height } })

    test('students are found by part of their name, with their classes and notes', async ({
      page,
      school,
    }) => {
      await signInAsTeacher(page, school)
      await openMenuEntry(page, 'My Students')
      const rows = listRows(page, 'My Students')
      await expect(rows).toHaveCount(3)
      await page.getByRole('searchbox', { name: 'Find a student' }).fill('kRISH')
      await expect(rows).toHaveCount(1)
      await expect(rows).toContainText(MEERA.email)
      await page.getByRole('searchbox', { name: 'Find a student' }).fill('nobody')
      await expect(page.getByText('No student matches')).toBeVisible()
      await page.getByRole('searchbox', { name: 'Find a student' }).fill('')
      await expect(rows.filter({ hasText: ARJUN.name })).toHaveCount(1)

      await page.getByRole('link', { name: MEERA.name }).click()
      await expect(page.getByText('3 in total, 1 upcoming')).toBeVisible()
      await expect(listRows(page, 'Classes')).toHaveCount(3)
      await notes(page).fill('Adavus 1-4 are clean.\nNext: tattimettu — धीरे 🙂')
      await expect(page.getByText('Unsaved changes')).toBeVisible()
      await page.getByRole('button', { name: 'Save notes' }).click()
      await expect(page.getByText('Notes saved')).toBeVisible()
      await page.reload()
      await expect(notes(page)).toHaveValue('Adavus 1-4 are clean.\nNext: tattimettu — धीरे 🙂')
      await page.getByRole('link', { name: 'All students' }).click()
      await expect(rows).toHaveCount(3)
    })

    test('the profile is shown, changed and shown again', async ({ page, school }) => {
      await signInAsTeacher(page, school)
      await openMenuEntry(page, 'My Profile')
      await expect(page.getByText(PADMA.code)).toBeVisible()
      await page.getByRole('button', { name: 'Edit Profile' }).click()
      await expect(page.getByRole('textbox', { name: 'Name', exact: true })).not.toBeEditable()
      await phone(page).fill('+91 98400 12345')
      const styles = page.getByRole('combobox', { name: 'Dance Styles' })
      await styles.fill('Odissi')
      await styles.press('Enter')
      await styles.press('Escape')
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await expect(page.getByText('Profile updated successfully!')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
      await page.reload()
      await expect(page.getByText('+91 98400 12345')).toBeVisible()
      for (const style of ['Bharatanatyam', 'Kuchipudi', 'Odissi']) {
        await expect(page.getByText(style, { exact: true })).toBeVisible()
      }
    })
  })
}

test('leaving unsaved notes asks for confirmation', async ({ page, school }) => {
  await signInAsTeacher(page, school)
  await openMeera(page)
  await notes(page).fill('Not saved yet')
  await menuLink(page, 'Dashboard').click()
  const leaveDialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leaveDialog.getByRole('button', { name: 'Stay here' }).click()
  await expect(notes(page)).toHaveValue('Not saved yet')
})

test('with two tabs of notes, the later one shows the conflict and can load the newer version', async ({
  page,
  context,
  school,
}) => {
  await signInAsTeacher(page, school)
  await openMeera(page)
  const tab = await context.newPage()
  await tab.goto(page.url())
  await notes(tab).fill('From the other tab')
  await tab.getByRole('button', { name: 'Save notes' }).click()
  await expect(tab.getByText('Notes saved')).toBeVisible()
  await page.bringToFront()
  await notes(page).fill('From this tab')
  await page.getByRole('button', { name: 'Save notes' }).click()
  await expect(page.getByRole('alert')).toContainText('These notes were changed in another tab')
  await page.getByRole('button', { name: 'Show the newer version' }).click()
  await expect(notes(page)).toHaveValue('From the other tab')
})

test('with two tabs of the profile, the later one shows the conflict', async ({ page, context, school }) => {
  await signInAsTeacher(page, school)
  const tab = await context.newPage()
  for (const tabPage of [page, tab]) {
    await openTeacherSection(tabPage, school, 'profile', 'My Profile')
    await tabPage.getByRole('button', { name: 'Edit Profile' }).click()
  }
  await phone(tab).fill('+91 98400 11111')
  await tab.getByRole('button', { name: 'Save Changes' }).click()
  await expect(tab.getByText('Profile updated successfully!')).toBeVisible()
  await page.bringToFront()
  await phone(page).fill('+91 98400 22222')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('alert')).toContainText('Your profile was changed in another tab')
  await page.getByRole('button', { name: 'Show the newer version' }).click()
  await expect(page.getByText('+91 98400 11111').or(phone(page)).first()).toBeVisible()
})

test('another teacher’s student looks like an unknown id', async ({ page, school }) => {
  await signInAsTeacher(page, school)
  await page.goto(`${school.url}/teacher#students/0198c0de-0000-7000-8000-000000000000`)
  await expect(page.getByText('This person is not one of your students.')).toBeVisible()
})
