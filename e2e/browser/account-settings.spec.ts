/** Profile, display settings, optional emails and the question about new terms. */
import type { Locator, Page } from '@playwright/test'
import { callOk, login } from '../support/api.ts'
import { KAVYA, MEERA, PADMA, PASSWORD } from '../support/people.ts'
import { createStoredSignIn } from '../support/stored-sign-in.ts'
import type { Tala } from '../support/tala.ts'
import { checkPage, DESKTOP, PHONE } from './a11y.ts'
import {
  expect,
  freeSlotButtons,
  learnOneself,
  signIn,
  signInAsStudent,
  tabTo,
  test,
  tokenOf,
} from './fixtures.ts'
import { openMenuEntry, signInAsTeacher } from './teacherHelpers.ts'

const TABLET = { width: 768, height: 1024 }

interface StoredAccount {
  name: string
  display: { language: string | null; clock: string | null; weekStart: string | null }
  mails: Record<string, boolean>
  terms: { version: string }[]
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const html = (page: Page) => page.locator('html')

/** What the server has stored. */
async function storedAccount(page: Page, school: Tala): Promise<StoredAccount> {
  return callOk<StoredAccount>(school.url, '/api/account', { token: await tokenOf(page) })
}

/** Chooses an option of a list. */
async function choose(page: Page, list: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: list }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Your changes are saved.').first()).toBeVisible()
}

/** The days of the week at the top of the calendar on phones. */
const days = (page: Page): Locator => page.getByRole('group').locator('button[aria-pressed]')

test.describe('on a phone', () => {
  test.use({ viewport: PHONE })

  test('a student edits the profile; screens follow on every device, in English and Hindi', async ({
    page,
    openBrowser,
    school,
  }) => {
    await signInAsStudent(page, school, MEERA)
    await expect(days(page).first()).toContainText('Mon')
    await openMenuEntry(page, 'My Account')
    await checkPage(page, 'account-settings')
    await expect(page.getByText('Indian rupees (₹)')).toBeVisible()
    await page.getByRole('textbox', { name: 'Name' }).fill('Mira Krishnan')
    await choose(page, 'Time format', '24-hour (19:00)')
    await choose(page, 'Week starts on', 'Sunday')
    await save(page)
    await openMenuEntry(page, 'Dashboard')
    await expect(heading(page, 'Namaste, Mira')).toBeVisible()
    await expect(freeSlotButtons(page).first()).toContainText(/\b\d\d:\d\d\b(?! [ap]m)/)
    await expect(days(page).first()).toContainText('Sun')

    await openMenuEntry(page, 'My Account')
    await choose(page, 'Language', 'हिन्दी')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(heading(page, 'मेरा खाता')).toBeVisible()
    await page.reload()
    await expect(heading(page, 'मेरा खाता')).toBeVisible()
    await expect(html(page)).toHaveAttribute('lang', 'hi')
    await expect(page.getByRole('textbox', { name: 'नाम' })).toHaveValue('Mira Krishnan')
    await checkPage(page, 'account-settings-hindi')

    // Another device, on which nothing was chosen, keeps the page that was asked for.
    const second = await openBrowser({ viewport: PHONE, timezoneId: 'Europe/Paris' })
    await signIn(second, school, MEERA)
    await expect(heading(second, 'नमस्ते, Mira')).toBeVisible()
    await expect(html(second)).toHaveAttribute('lang', 'hi')
    await expect(freeSlotButtons(second).first()).toContainText(/\b\d\d:\d\d\b/)
    await expect(freeSlotButtons(second).first()).not.toContainText(/तड़के|सुबह|दोपहर|शाम|रात/)
    const { display } = await storedAccount(second, school)
    expect(display).toMatchObject({ language: 'hi', clock: '24h', weekStart: 'sunday' })
  })

  test('an error of the server is shown at its field, in English and Hindi', async ({ page, school }) => {
    await signInAsStudent(page, school, MEERA)
    await page.goto(`${school.url}/booking#settings`)
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.fill('x'.repeat(300))
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Please use at most 200 characters.')).toBeVisible()
    await expect(name).toBeFocused()
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    await expect(name).toHaveValue('x'.repeat(300))
    expect((await storedAccount(page, school)).name).toBe(MEERA.name)

    await page.evaluate(() => localStorage.setItem('language', 'hi'))
    await page.reload()
    await page.getByRole('textbox', { name: 'फ़ोन' }).fill('12 📞')
    await page.getByRole('button', { name: 'बदलाव सहेजें' }).click()
    await expect(page.getByText('कृपया सही फ़ोन नंबर लिखें, या इसे ख़ाली छोड़ दें।')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'फ़ोन' })).toBeFocused()
  })

  test('an optional email is turned off', async ({ page, school }) => {
    await signInAsStudent(page, school, MEERA)
    await page.goto(`${school.url}/booking#settings`)
    const reminder = page.getByRole('switch', { name: 'Reminder a day before a class' })
    await expect(reminder).toBeChecked()
    await reminder.press('Space')
    await expect(page.getByText('Your choice is saved.')).toBeVisible()
    await page.reload()
    await expect(reminder).not.toBeChecked()
    const { mails } = await storedAccount(page, school)
    expect(mails).toMatchObject({ classReminderDay: false, classReminderHour: true, creditsExpiring: true })
  })
})

for (const viewport of [TABLET, DESKTOP]) {
  test(`My Account has no violations at ${viewport.width} px`, async ({ page, school }) => {
    await page.setViewportSize(viewport)
    await signInAsStudent(page, school, MEERA)
    await page.goto(`${school.url}/booking#settings`)
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible()
    await checkPage(page, 'account-settings')
  })
}

test('a teacher’s calendar follows the clock and the first day of the week', async ({ page, school }) => {
  await signInAsTeacher(page, school)
  const hours = page.getByText('7:00 am', { exact: true })
  await expect(hours).toBeVisible()
  await page.goto(`${school.url}/teacher#account`)
  await choose(page, 'Time format', '24-hour (19:00)')
  await choose(page, 'Week starts on', 'Saturday')
  await save(page)
  await expect(page.getByRole('switch', { name: 'New students' })).toBeChecked()
  await checkPage(page, 'account-settings-teacher')
  await page.goto(`${school.url}/teacher#dashboard`)
  await expect(page.getByText('07:00', { exact: true }).first()).toBeVisible()
  await expect(hours).toHaveCount(0)
})

/** Kavya joins without having seen the terms, as people did before they existed. */
async function joinWithoutTerms({ url }: Tala): Promise<void> {
  const stored = await createStoredSignIn(url, KAVYA.email, PASSWORD)
  const token = (JSON.parse(stored.value) as { access_token: string }).access_token
  await login(url, token)
  const body = {
    email: KAVYA.email,
    name: KAVYA.name,
    referralCode: PADMA.code,
    location: 'India',
    ageBand: '30-44',
  }
  await callOk(url, '/api/onboard-student', { token, body })
}

/** The page asks exactly if the reply to its login names a version. */
async function termsToAcceptAfterReload(page: Page): Promise<unknown> {
  const reply = page.waitForResponse('**/api/login')
  await page.reload()
  return ((await (await reply).json()) as { termsToAccept: unknown }).termsToAccept
}

test.describe('new terms', () => {
  for (const viewport of [PHONE, TABLET, DESKTOP]) {
    test(`are accepted once, with the keyboard, at ${viewport.width} px`, async ({ page, school }) => {
      await page.setViewportSize(viewport)
      await joinWithoutTerms(school)
      await signInAsStudent(page, school, KAVYA)
      const dialog = page.getByRole('dialog', { name: 'Please accept our terms' })
      await expect(dialog).toBeVisible()
      await checkPage(page, 'terms-dialog')
      await page.goto(`${school.url}/booking#contactus`)
      await page.reload()
      await expect(dialog).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeVisible()
      await tabTo(page, 'Accept and continue')
      await page.keyboard.press('Enter')
      await expect(dialog).toBeHidden()
      await expect(page).toHaveURL(`${school.url}/booking#contactus`)
      expect(await termsToAcceptAfterReload(page)).toBeNull()
      await expect(heading(page, 'Help & Support')).toBeVisible()
      await expect(dialog).toBeHidden()
      expect((await storedAccount(page, school)).terms).toHaveLength(1)
    })
  }

  test('do not prevent signing out', async ({ page, school }) => {
    await joinWithoutTerms(school)
    await signInAsStudent(page, school, KAVYA)
    await page
      .getByRole('dialog', { name: 'Please accept our terms' })
      .getByRole('button', { name: 'Log out' })
      .click()
    await expect(page).toHaveURL(`${school.url}/`)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login', exact: true })).toBeVisible()
  })

  test('can be refused: My Account, the export and Active Classes open without them', async ({
    page,
    school,
  }) => {
    await page.setViewportSize(PHONE)
    await joinWithoutTerms(school)
    await signInAsStudent(page, school, KAVYA)
    const dialog = page.getByRole('dialog', { name: 'Please accept our terms' })
    await tabTo(page, 'My Account')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'My Account')).toBeVisible()
    await expect(dialog).toBeHidden()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download my data' }).click()
    await download
    await openMenuEntry(page, 'Active Classes')
    await expect(heading(page, 'Active Classes')).toBeVisible()
    await expect(dialog).toBeHidden()
    await page.goto(`${school.url}/booking#dashboard`)
    await expect(dialog).toBeVisible()
    expect((await storedAccount(page, school)).terms).toHaveLength(0)
  })

  test('are accepted by joining, with a sentence above the button', async ({ page, school }) => {
    await signIn(page, school, KAVYA)
    await page.getByRole('button', { name: /Continue as Student/ }).click()
    await learnOneself(page)
    await expect(page.getByText('By continuing, you agree to our Terms and Privacy Policy.')).toBeVisible()
    await checkPage(page, 'terms-statement')
    await page.getByRole('textbox', { name: 'Teacher Invite Code' }).fill(PADMA.code)
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(heading(page, 'Namaste, Kavya')).toBeVisible()
    expect((await storedAccount(page, school)).terms).toHaveLength(1)
    expect(await termsToAcceptAfterReload(page)).toBeNull()
  })
})
