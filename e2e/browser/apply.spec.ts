/** The teacher wizard: five steps, and no input is ever lost. */
import type { Page } from '@playwright/test'
import { advanceClock, callOk, readMailbox } from '../support/api.ts'
import type { Tala } from '../support/tala.ts'
import { expect, fillSignIn, tabUntil, test, tokenOf } from './fixtures.ts'
import {
  BIO,
  continueTo,
  fillBasic,
  fillExperience,
  fillWizard,
  MEETING_LINK,
  NILA,
  selectOption,
  startWizard,
  stepHeading,
  submitWizard,
} from './teacherHelpers.ts'

const bio = (page: Page) => page.getByRole('textbox', { name: 'Professional bio' })
const expectSaved = (page: Page) => expect(page.getByText('Saved', { exact: true })).toBeVisible()

test('a new teacher applies; a reload or going back loses no input', async ({ page, school }) => {
  await startWizard(page, school)
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Nila')
  await expect(page.getByRole('textbox', { name: 'Last name' })).toHaveValue('Raman')
  const email = page.getByRole('textbox', { name: 'Email' })
  await expect(email).toHaveValue(NILA.email)
  await expect(email).not.toBeEditable()
  await fillBasic(page)
  await page.getByRole('button', { name: 'Add a dance style' }).click()
  await selectOption(page, 'Dance style 2', 'Kuchipudi')
  await continueTo(page, 'Experience')
  await bio(page).fill(BIO)
  await expectSaved(page)
  await page.reload()
  await expect(stepHeading(page, 'Experience')).toBeVisible()
  await expect(bio(page)).toHaveValue(BIO)

  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('combobox', { name: 'Dance style 2' })).toHaveValue('Kuchipudi')
  await expect(page.getByRole('combobox', { name: 'Level', exact: true })).toHaveValue('Expert')
  await expect(page.getByRole('combobox', { name: 'Level 2' })).toHaveValue('Intermediate')
  await continueTo(page, 'Experience')
  await fillExperience(page)
  await page.getByRole('button', { name: 'Add a highlight' }).click()
  await page.getByRole('textbox', { name: 'Highlight 1' }).fill('Natyanjali, Chidambaram 🌺')
  await continueTo(page, 'Availability')
  await continueTo(page, 'Pricing')
  await page.getByRole('textbox', { name: 'Video meeting link' }).fill(` ${MEETING_LINK}?authuser=1 `)
  await continueTo(page, 'Ready to submit?')
  const main = page.getByRole('main')
  for (const text of [
    'Kuchipudi (intermediate)',
    'Natyanjali, Chidambaram 🌺',
    'Not set yet',
    MEETING_LINK,
    '₹999',
  ]) {
    await expect(main.getByText(text).first()).toBeVisible()
  }
  await page.getByRole('button', { name: 'Change Pricing' }).click()
  await expect(stepHeading(page, 'Pricing')).toBeVisible()
  await continueTo(page, 'Ready to submit?')
  await submitWizard(page, school)
  await expect(page.getByText('Teacher profile submitted for approval!')).toBeVisible()
  await expect(page.getByText('Review takes 1-2 business days.')).toBeVisible()
  for (const name of ['Under Review', 'Email Notification', 'Get Ready']) {
    await expect(page.getByRole('heading', { name })).toBeVisible()
  }
  await expect
    .poll(async () => (await readMailbox(school.url)).map(({ to, subject }) => [to, subject]))
    .toContainEqual([NILA.email, 'Your teacher application is being reviewed'])
  await page.goto(`${school.url}/onboarding`)
  await expect(page).toHaveURL(`${school.url}/verification-pending`)
})

test('each step shows what is missing and focuses the first error', async ({ page, school }) => {
  await startWizard(page, school)
  const next = page.getByRole('button', { name: 'Continue', exact: true })
  await page.getByRole('textbox', { name: 'First name' }).fill('')
  await page.getByRole('textbox', { name: 'Last name' }).fill(' ')
  await next.click()
  const basic = [
    'First name is required',
    'Last name is required',
    'Country is required',
    'Please select at least one dance style',
    'You must confirm your age',
  ]
  for (const sentence of basic) await expect(page.getByText(sentence)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'First name' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Remove dance style 1' })).toBeDisabled()
  await page.getByRole('textbox', { name: 'First name' }).fill('Nila')
  await page.getByRole('textbox', { name: 'Last name' }).fill('Raman')
  await fillBasic(page)
  await continueTo(page, 'Experience')

  await bio(page).fill('Too short')
  await next.click()
  const experience = [
    'Bio should be at least 50 characters',
    'Please share your dance education background',
    'Please mention your Guru or Master',
    'Please describe your teaching experience',
  ]
  for (const sentence of experience) await expect(page.getByText(sentence)).toBeVisible()
  await expect(page.getByText('Required', { exact: true })).toHaveCount(2)
  await bio(page).fill('🙏'.repeat(1001))
  await next.click()
  await expect(page.getByText('Bio cannot exceed 1000 characters')).toBeVisible()
  await expect(bio(page)).toBeFocused()
  await fillExperience(page)
  await continueTo(page, 'Availability')
  await continueTo(page, 'Pricing')

  await page.getByRole('textbox', { name: 'Hourly rate (USD)' }).fill('9.98')
  await page.getByRole('textbox', { name: 'Hourly rate (INR)' }).fill('')
  await page.getByRole('textbox', { name: 'Video meeting link' }).fill('https://meet.google.com/new')
  await next.click()
  const pricing = [
    'Please enter a rate from $9.99 to $199.99, with at most 2 decimals',
    'Please enter your hourly rate in INR',
    'Please enter a valid Google Meet link (meet.google.com/xxx-xxxx-xxx)',
  ]
  for (const sentence of pricing) await expect(page.getByText(sentence)).toBeVisible()
})

test('while offline, input is kept locally, survives a reload, and is saved when online again', async ({
  page,
  school,
}) => {
  await startWizard(page, school)
  await fillBasic(page)
  await continueTo(page, 'Experience')
  await expectSaved(page)
  await page.route('**/api/onboard/teacher/draft', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await bio(page).fill(BIO)
  await expect(page.getByText(/You’re offline, or we can’t be reached/)).toBeVisible()
  await page.reload()
  await expect(bio(page)).toHaveValue(BIO)
  await expect(page.getByText(/You’re offline, or we can’t be reached/)).toBeVisible()
  await page.unroute('**/api/onboard/teacher/draft')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expectSaved(page)
  await expect.poll(() => storedBio(page, school)).toBe(BIO)
})

test('after an expired sign-in the wizard continues at the same step with all input', async ({
  page,
  school,
}) => {
  await startWizard(page, school)
  await fillBasic(page)
  await continueTo(page, 'Experience')
  await expectSaved(page)
  await advanceClock(school.url, 60 * 24 * 31)
  await bio(page).fill(BIO)
  await fillSignIn(page, NILA.email, NILA.password)
  await expect(stepHeading(page, 'Experience')).toBeVisible()
  await expect(bio(page)).toHaveValue(BIO)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('combobox', { name: 'Dance style' })).toHaveValue('Bharatanatyam')
})

test('with two tabs, the later one shows the conflict and asks which version to keep', async ({
  page,
  context,
  school,
}) => {
  await startWizard(page, school)
  await fillBasic(page)
  await continueTo(page, 'Experience')
  await expectSaved(page)
  const other = await context.newPage()
  await other.goto(`${school.url}/onboarding?as=teacher`)
  await expect(stepHeading(other, 'Experience')).toBeVisible()
  await bio(other).fill('Written in the other tab.')
  await expectSaved(other)
  await expect.poll(() => storedBio(page, school)).toBe('Written in the other tab.')

  await page.bringToFront()
  await page.getByRole('textbox', { name: 'Guru or master' }).fill('Smt. Kamala')
  const question = page.getByRole('alert').filter({ hasText: 'also changed in another tab' })
  await expect(question).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeDisabled()
  expect(await storedBio(page, school)).toBe('Written in the other tab.')
  await question.getByRole('button', { name: 'Use the other version' }).click()
  await expect(bio(page)).toHaveValue('Written in the other tab.')
  await expect(page.getByRole('textbox', { name: 'Guru or master' })).toHaveValue('')
  await bio(page).fill('And once more here.')
  await expectSaved(page)
  await expect.poll(() => storedBio(page, school)).toBe('And once more here.')
})

test('Submit names missing fields and opens the step of the first', async ({ page, school }) => {
  await startWizard(page, school)
  await fillWizard(page)
  await expectSaved(page)
  const token = await tokenOf(page)
  const { draft, version } = await readDraft(school, token)
  const profile = { ...(draft.teacherProfile as Record<string, unknown>), lastName: '', country: '' }
  const incomplete = { ...draft, teacherProfile: profile }
  await fetch(`${school.url}/api/onboard/teacher/draft`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ draft: incomplete, step: 4, version }),
  })
  await page.reload()
  await page.getByRole('button', { name: 'Submit for Approval' }).click()
  await expect(
    page.getByText('Please complete all required fields: Last name, Country of origin'),
  ).toBeVisible()
  await expect(stepHeading(page, 'Basic Info')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Last name' })).toBeFocused()
})

test('pressing Submit twice sends one application', async ({ page, school }) => {
  await startWizard(page, school)
  await fillWizard(page)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/onboard/teacher'))
      sent.push(request.url())
  })
  await page.getByRole('button', { name: 'Submit for Approval' }).dblclick()
  await expect(page).toHaveURL(`${school.url}/verification-pending`)
  expect(sent).toHaveLength(1)
})

test('the first step can be filled in with the keyboard', async ({ page, school }) => {
  await startWizard(page, school)
  const tabToField = (label: string) =>
    tabUntil(page, () =>
      page.evaluate((text) => {
        const field = document.activeElement
        return field instanceof HTMLInputElement && field.labels?.[0]?.textContent?.startsWith(text) === true
      }, label),
    )
  // The option that Enter selects.
  const selectedOption = page.locator('[role=option][data-combobox-selected]')
  await tabToField('Country of origin')
  await page.keyboard.press('ArrowDown')
  await expect(selectedOption).toHaveText('India')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Country of origin' })).toHaveValue('India')
  await tabToField('Dance style')
  await page.keyboard.type('Kath')
  await expect(page.getByRole('option').first()).toHaveText(/^Kath/)
  await page.keyboard.press('ArrowDown')
  await expect(selectedOption).toHaveText(/^Kath/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Dance style' })).toHaveValue(/^Kath/)
  await tabToField('I confirm I am at least 18 years old')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(stepHeading(page, 'Experience')).toBeFocused()
})

async function readDraft(
  school: Tala,
  token: string,
): Promise<{ draft: Record<string, unknown>; version: number }> {
  return callOk(school.url, '/api/onboard/teacher/draft', { token })
}

async function storedBio(page: Page, school: Tala): Promise<unknown> {
  return (await readDraft(school, await tokenOf(page))).draft.bio
}
