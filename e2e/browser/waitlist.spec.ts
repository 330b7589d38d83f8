/** The waitlist: validation, failures, and no lost input. */
import type { Page } from '@playwright/test'
import { expect, tabTo, test } from './fixtures.ts'

const FIELDS = ['Name', 'Email', 'Location', 'Country'] as const
const SUCCESS_TEXT = 'Thank you for joining the waitlist!'
const FAILURE_TEXT = 'There was an error submitting the form. Please try again.'

async function openWaitlist(page: Page) {
  await page.getByRole('link', { name: 'No Invite code? Join waitlist' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tala' })
  await expect(dialog).toBeVisible()
  return dialog
}

async function fillWaitlist(page: Page) {
  const values = { Name: 'Ana Sousa', Email: 'ana@example.org', Location: 'Porto', Country: 'Portugal' }
  for (const field of FIELDS) await page.getByLabel(field, { exact: true }).fill(values[field])
}

const submitButton = (page: Page) => page.getByRole('button', { name: 'Join waitlist', exact: true })

test('missing fields are shown at each field, then the entry is accepted', async ({ page, school }) => {
  await page.goto(school.url)
  const dialog = await openWaitlist(page)
  await expect(dialog.getByRole('radio', { name: 'Teach' })).toBeChecked()
  await expect(dialog.getByLabel('Dance style')).toHaveValue('EDM')
  await expect(dialog.getByLabel('Dance style').getByRole('option')).toHaveText([
    'EDM',
    'Indian Classical Dance',
    'Ballet',
    'Hip-Hop',
    'Salsa',
    'Contemporary',
    'Jazz',
    'K-Pop',
    'Others',
  ])
  await submitButton(page).click()
  for (const field of FIELDS)
    await expect(dialog.getByLabel(field, { exact: true })).toHaveAccessibleDescription(
      `Please enter your ${field.toLowerCase()}!`,
    )
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused()
  await fillWaitlist(page)
  await dialog.getByLabel('Email').fill('ana@')
  await submitButton(page).click()
  await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription('Please enter a valid email!')
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await dialog.getByLabel('Email').fill('ana@example.org')
  await dialog.getByText('Learn', { exact: true }).click()
  await dialog.getByLabel('Dance style').selectOption('K-Pop')
  const request = page.waitForRequest('**/api/waitlist')
  await submitButton(page).click()
  await expect(dialog.getByRole('alert')).toContainText(SUCCESS_TEXT)
  expect((await request).postDataJSON()).toMatchObject({
    name: 'Ana Sousa',
    email: 'ana@example.org',
    role: 'Student',
    location: 'Porto',
    country: 'Portugal',
    dancestyle: 'K-Pop',
    website: '',
  })
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toBeHidden()
})

test('the waitlist works with the keyboard, and closing returns the focus', async ({ page, school }) => {
  await page.goto(school.url)
  await tabTo(page, 'No Invite code? Join waitlist')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Tala' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: 'No Invite code? Join waitlist' })).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('radio', { name: 'Teach' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('radio', { name: 'Learn' })).toBeChecked()
  for (const value of ['Ana', 'ana@example.org', 'Porto', 'Portugal']) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(value)
  }
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText(SUCCESS_TEXT)
  await expect(dialog.getByText('Close', { exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
})

for (const [failure, response] of [
  ['responds with an error', { status: 503, json: {} }],
  ['responds with an HTML page', { status: 502, contentType: 'text/html', body: '<html>Bad gateway</html>' }],
] as const)
  test(`if the server ${failure}, an error is shown and the input is kept`, async ({ page, school }) => {
    await page.goto(`${school.url}/#waitlist`)
    const dialog = page.getByRole('dialog', { name: 'Tala' })
    await page.route('**/api/waitlist', (route) => route.fulfill(response))
    await fillWaitlist(page)
    await submitButton(page).click()
    await expect(dialog.getByRole('alert')).toHaveText(FAILURE_TEXT)
    await expect(dialog.getByLabel('Location')).toHaveValue('Porto')
    await page.unroute('**/api/waitlist')
    await submitButton(page).click()
    await expect(dialog.getByRole('alert')).toContainText(SUCCESS_TEXT)
  })

test('a double click sends once; errors of the server are shown at their fields', async ({
  page,
  school,
}) => {
  await page.goto(`${school.url}/#waitlist`)
  const dialog = page.getByRole('dialog', { name: 'Tala' })
  let requests = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/waitlist')) requests += 1
  })
  await fillWaitlist(page)
  await dialog.getByLabel('Location').fill('x'.repeat(10_000))
  await submitButton(page).dblclick()
  await expect(dialog.getByLabel('Location')).toHaveAccessibleDescription(
    'Please shorten your location to 200 characters',
  )
  expect(requests).toBe(1)
  await dialog.getByLabel('Location').fill('Porto')
  await submitButton(page).dblclick()
  await expect(dialog.getByRole('alert')).toContainText(SUCCESS_TEXT)
  expect(requests).toBe(2)
})
