/** One's own account, for everybody who is signed in: the data as a file, and leaving for good (D35). */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { ARJUN, DEVIKA, KAVYA, MEERA, PADMA } from '../support/people.ts'
import type { Tala } from '../support/tala.ts'
import { expect, signIn, signInAsStudent, test } from './fixtures.ts'
import { inspect, WIDTHS } from './looks.ts'
import { choose, show, signInAsTeacher } from './teaching.ts'

const GONE = 'Your account is deleted, and you are signed out. Thank you for having been here.'

const leaving = (page: Page) => page.getByRole('form', { name: 'Delete my account' })
const address = (page: Page) =>
  leaving(page).getByRole('textbox', { name: 'Your e-mail address, typed again' })

async function askToLeave(page: Page, email: string): Promise<void> {
  await address(page).fill(email)
  await leaving(page).getByRole('button', { name: 'Delete my account' }).click()
}

/** What the browser is given as a file. */
async function download(page: Page): Promise<{ person: { email: string }; classes: unknown[] }> {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toBe('my-data.json')
  return JSON.parse(await readFile(await file.path(), 'utf8'))
}

/** The front page, which says what has happened to somebody who is nobody here any more. */
async function expectGone(page: Page, school: Tala): Promise<void> {
  await expect(page).toHaveURL(`${school.url}/`)
  await expect(page.getByRole('alert')).toHaveText(GONE)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('oidc')))).toEqual(
    [],
  )
}

for (const { width, height } of WIDTHS) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height } })

    test('a student takes the data along, and hears why the account stays', async ({ page, school }) => {
      await signInAsStudent(page, school, MEERA)
      await choose(page, 'My Account')
      await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Create an address' })).toBeVisible()
      await inspect(page, 'account-student')
      const all = await download(page)
      expect(all.person.email).toBe(MEERA.email)
      expect(all.classes.length).toBeGreaterThan(0)
      await expect(page.getByText('Your data is downloaded.')).toBeVisible()

      await askToLeave(page, 'somebody@else.test')
      await expect(address(page)).toBeFocused()
      await expect(page.getByText('This is not the e-mail address of your account.')).toBeVisible()
      await inspect(page, 'account-wrong-address')

      await askToLeave(page, MEERA.email.toUpperCase())
      const refusal = page.getByRole('alert').filter({ hasText: 'Something is still open' })
      await expect(refusal).toContainText('classes are still to come or to be settled (1)')
      await expect(refusal).toContainText('Nothing has been changed.')
      await inspect(page, 'account-refused')
      await page.reload()
      await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible()
    })

    test('a student with nothing open leaves, is signed out, and is told so', async ({ page, school }) => {
      await signInAsStudent(page, school, ARJUN)
      await choose(page, 'My Account')
      await askToLeave(page, ARJUN.email)
      await expectGone(page, school)
      await inspect(page, 'account-deleted')
      await page.goto(`${school.url}/booking`)
      await expect(page, 'nobody is signed in').toHaveURL(`${school.url}/`)
    })

    test('who has no role yet finds the account below the choice', async ({ page, school }) => {
      await signIn(page, school, KAVYA)
      const opener = page.getByRole('button', { name: 'Your data and your account' })
      await opener.click()
      const dialog = page.getByRole('dialog', { name: 'My Account' })
      await expect(dialog).toBeVisible()
      await inspect(page, 'account-user')
      expect((await download(page)).person.email).toBe(KAVYA.email)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(opener).toBeFocused()
      await opener.click()
      await askToLeave(page, KAVYA.email)
      await expectGone(page, school)
    })

    test('a teacher finds it in the menu, and stays while classes are open', async ({ page, school }) => {
      await signInAsTeacher(page, school)
      await choose(page, 'My Account')
      await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible()
      await inspect(page, 'account-teacher')
      expect((await download(page)).person.email).toBe(PADMA.email)
      await askToLeave(page, PADMA.email)
      await expect(page.getByRole('alert')).toContainText('classes are still to come')
      await show(page, school, 'profile', 'My Profile')
    })
  })
}

test('who waits for the approval can take it all back', async ({ page, school }) => {
  await signIn(page, school, DEVIKA)
  await expect(page).toHaveURL(`${school.url}/verification-pending`)
  await page.getByRole('button', { name: 'Your data and your account' }).click()
  await askToLeave(page, DEVIKA.email)
  await expectGone(page, school)
})

test('in Hindi, too, and the server’s own words are marked as English', async ({ page, school }) => {
  await page.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage.setItem('language', 'hi')
  })
  await signIn(page, school, MEERA)
  await expect(page.getByRole('heading', { level: 1, name: 'नमस्ते, Meera' })).toBeVisible()
  await page.goto(`${school.url}/booking#settings`)
  const form = page.getByRole('form', { name: 'मेरा अकाउंट मिटाएँ' })
  await form.getByRole('textbox').fill(MEERA.email)
  await form.getByRole('button').click()
  const refusal = page.getByRole('alert').filter({ hasText: 'अभी कुछ बाक़ी है' })
  await expect(refusal.locator('[lang="en"]')).toContainText('classes are still to come')
})
