/** The wizard of teachers: five steps, and nothing typed that is ever lost. */
import type { Page } from '@playwright/test'
import { advance, ask, readMailbox } from '../support/api.ts'
import type { Tala } from '../support/tala.ts'
import { expect, fillSignIn, tabUntil, test, tokenOf } from './fixtures.ts'
import {
  BIO,
  beginWizard,
  fillBasic,
  fillExperience,
  fillWizard,
  goOn,
  MEET,
  NILA,
  pick,
  step,
  submitWizard,
} from './teaching.ts'

const bio = (page: Page) => page.getByRole('textbox', { name: 'Professional bio' })
const saved = (page: Page) => expect(page.getByText('Saved', { exact: true })).toBeVisible()

test('a new teacher applies; a reload in the middle and going back lose nothing', async ({
  page,
  school,
}) => {
  await beginWizard(page, school)
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Nila')
  await expect(page.getByRole('textbox', { name: 'Last name' })).toHaveValue('Raman')
  const email = page.getByRole('textbox', { name: 'E-mail' })
  await expect(email).toHaveValue(NILA.email)
  await expect(email).not.toBeEditable()
  await fillBasic(page)
  await page.getByRole('button', { name: 'Add a dance style' }).click()
  await pick(page, 'Dance style 2', 'Kuchipudi')
  await goOn(page, 'Experience')
  await bio(page).fill(BIO)
  await saved(page)
  await page.reload()
  await expect(step(page, 'Experience')).toBeVisible()
  await expect(bio(page)).toHaveValue(BIO)

  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('combobox', { name: 'Dance style 2' })).toHaveValue('Kuchipudi')
  await expect(page.getByRole('combobox', { name: 'Level 1' })).toHaveValue('expert')
  await goOn(page, 'Experience')
  await fillExperience(page)
  await page.getByRole('button', { name: 'Add a highlight' }).click()
  await page.getByRole('textbox', { name: 'Highlight 1' }).fill('Natyanjali, Chidambaram 🌺')
  await goOn(page, 'Availability')
  await goOn(page, 'Pricing')
  await page.getByRole('textbox', { name: 'Video meeting link' }).fill(` ${MEET}?authuser=1 `)
  await goOn(page, 'Ready to submit?')
  const main = page.getByRole('main')
  for (const words of [
    'Kuchipudi (intermediate)',
    'Natyanjali, Chidambaram 🌺',
    'Not set yet',
    MEET,
    '₹999',
  ]) {
    await expect(main.getByText(words).first()).toBeVisible()
  }
  await page.getByRole('button', { name: 'Change Pricing' }).click()
  await expect(step(page, 'Pricing')).toBeVisible()
  await goOn(page, 'Ready to submit?')
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

test('each step says what is missing, and leads to the first of it', async ({ page, school }) => {
  await beginWizard(page, school)
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
  await goOn(page, 'Experience')

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
  await goOn(page, 'Availability')
  await goOn(page, 'Pricing')

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

test('without a network what is typed stays here, outlives a reload, and is sent when it is back', async ({
  page,
  school,
}) => {
  await beginWizard(page, school)
  await fillBasic(page)
  await goOn(page, 'Experience')
  await saved(page)
  await page.route('**/api/onboard/teacher/draft', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await bio(page).fill(BIO)
  await expect(page.getByText(/You are offline, or we cannot be reached/)).toBeVisible()
  await page.reload()
  await expect(bio(page)).toHaveValue(BIO)
  await expect(page.getByText(/You are offline, or we cannot be reached/)).toBeVisible()
  await page.unroute('**/api/onboard/teacher/draft')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await saved(page)
  await expect.poll(() => storedBio(page, school)).toBe(BIO)
})

test('a sign-in that ends in the middle leads back to the step, with everything typed', async ({
  page,
  school,
}) => {
  await beginWizard(page, school)
  await fillBasic(page)
  await goOn(page, 'Experience')
  await saved(page)
  await advance(school.url, 60 * 24 * 31)
  await bio(page).fill(BIO)
  await fillSignIn(page, NILA.email, NILA.password)
  await expect(step(page, 'Experience')).toBeVisible()
  await expect(bio(page)).toHaveValue(BIO)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('combobox', { name: 'Dance style 1' })).toHaveValue('Bharatanatyam')
})

test('two tabs: the later one is told, and chooses', async ({ page, context, school }) => {
  await beginWizard(page, school)
  await fillBasic(page)
  await goOn(page, 'Experience')
  await saved(page)
  const other = await context.newPage()
  await other.goto(`${school.url}/onboarding?as=teacher`)
  await expect(step(other, 'Experience')).toBeVisible()
  await bio(other).fill('Written in the other tab.')
  await saved(other)
  await expect.poll(() => storedBio(page, school)).toBe('Written in the other tab.')

  await page.bringToFront()
  await page.getByRole('textbox', { name: 'Guru or master' }).fill('Smt. Kamala')
  const question = page.getByRole('alert').filter({ hasText: 'also changed elsewhere' })
  await expect(question).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeDisabled()
  expect(await storedBio(page, school)).toBe('Written in the other tab.')
  await question.getByRole('button', { name: 'Use the other version' }).click()
  await expect(bio(page)).toHaveValue('Written in the other tab.')
  await expect(page.getByRole('textbox', { name: 'Guru or master' })).toHaveValue('')
  await bio(page).fill('And once more here.')
  await saved(page)
  await expect.poll(() => storedBio(page, school)).toBe('And once more here.')
})

test('what is missing at the end is named, and the wizard goes there', async ({ page, school }) => {
  await beginWizard(page, school)
  await fillWizard(page)
  await saved(page)
  const token = await tokenOf(page)
  const { draft, version } = await readDraft(school, token)
  const profile = { ...(draft.teacherProfile as Record<string, unknown>), lastName: '', country: '' }
  const emptied = { ...draft, teacherProfile: profile }
  await fetch(`${school.url}/api/onboard/teacher/draft`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ draft: emptied, step: 4, version }),
  })
  await page.reload()
  await page.getByRole('button', { name: 'Submit for Approval' }).click()
  await expect(
    page.getByText('Please complete all required fields: Last name, Country of origin'),
  ).toBeVisible()
  await expect(step(page, 'Basic Info')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Last name' })).toBeFocused()
})

test('pressing Submit twice sends one application', async ({ page, school }) => {
  await beginWizard(page, school)
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

test('the first step needs no mouse', async ({ page, school }) => {
  await beginWizard(page, school)
  const focused = (label: string) =>
    tabUntil(page, () =>
      page.evaluate((wanted) => {
        const field = document.activeElement
        return (
          field instanceof HTMLInputElement && field.labels?.[0]?.textContent?.startsWith(wanted) === true
        )
      }, label),
    )
  // The option that Enter takes.
  const marked = page.locator('[role=option][data-combobox-selected]')
  await focused('Country of origin')
  await page.keyboard.press('ArrowDown')
  await expect(marked).toHaveText('India')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Country of origin' })).toHaveValue('India')
  await focused('Dance style 1')
  await page.keyboard.type('Kath')
  await expect(page.getByRole('option').first()).toHaveText(/^Kath/)
  await page.keyboard.press('ArrowDown')
  await expect(marked).toHaveText(/^Kath/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Dance style 1' })).toHaveValue(/^Kath/)
  await focused('I confirm I am at least 18 years old')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(step(page, 'Experience')).toBeFocused()
})

async function readDraft(
  school: Tala,
  token: string,
): Promise<{ draft: Record<string, unknown>; version: number }> {
  return ask(school.url, '/api/onboard/teacher/draft', { token })
}

async function storedBio(page: Page, school: Tala): Promise<unknown> {
  return (await readDraft(school, await tokenOf(page))).draft.bio
}
