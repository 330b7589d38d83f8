/** The conveniences of the built-in sign-in pages, which also work without scripts. */
import { mailedCode } from '../support/api.ts'
import { KAVYA, MEERA, PADMA, PASSWORD } from '../support/people.ts'
import { expect, fillSignIn, test } from './fixtures.ts'

test('the password can be shown, and the sixth digit submits the code', async ({ page, school }) => {
  await page.goto(school.url)
  await page.getByRole('main').getByRole('link', { name: 'Teacher? Create Profile' }).click()
  await page.getByLabel('Your name').fill('  Nila Devi ')
  await page.getByLabel('Email').fill('nila@new.test')
  const password = page.getByLabel('Password')
  await password.fill('nine rivers and a lamp')
  await expect(page.getByLabel('Your name')).toHaveValue('Nila Devi')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
  for (const name of ['terms', 'privacy policy']) {
    const address = await page.getByRole('link', { name }).getAttribute('href')
    expect((await page.request.get(address ?? '')).status(), name).toBe(200)
  }
  await page.getByRole('button', { name: 'Create account' }).click()

  await expect(page.getByRole('button', { name: /^send a new code in \d+ seconds$/ })).toBeDisabled()
  await page.getByLabel('6-digit code').fill(await mailedCode(school.url, 'nila@new.test'))
  await expect(page).toHaveURL(`${school.url}/onboarding?as=teacher`)
})

test('Enter after the sixth digit does not send the code again on a slow line', async ({ page, school }) => {
  await page.goto(`${school.url}/?ref=${PADMA.code}#accept-invitation`)
  await page.getByLabel('Your name').fill('Zoya')
  await page.getByLabel('Email').fill('zoya@new.test')
  await page.getByLabel('Password').fill('nine rivers and a lamp')
  await page.getByRole('button', { name: 'Create account' }).click()
  const code = page.getByLabel('6-digit code')
  await expect(code).toBeVisible()
  const sent: string[] = []
  let release: () => void = () => undefined
  const pressed = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/id/verify', async (route) => {
    sent.push(route.request().method())
    await pressed
    await route.continue()
  })
  await code.fill(await mailedCode(school.url, 'zoya@new.test'))
  await expect.poll(() => sent).toEqual(['POST'])
  await page.keyboard.press('Enter')
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Complete Your Profile' })).toBeVisible()
  expect(sent).toEqual(['POST'])
})

test('sign-up, sign-in and joining can be read in the other language', async ({ page, school }) => {
  await page.goto(`${school.url}/?ref=${PADMA.code}#accept-invitation`)
  await expect(page.getByRole('heading', { level: 1, name: 'Create your account' })).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'हिन्दी' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'अपना खाता बनाएँ' })).toBeVisible()
  await page.getByRole('link', { name: 'साइन इन करें' }).click()
  await page.getByLabel('ईमेल').fill(KAVYA.email)
  await page.getByLabel('पासवर्ड').fill(PASSWORD)
  await page.getByRole('button', { name: 'साइन इन करें' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Complete Your Profile' })).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'हिन्दी' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'अपनी प्रोफ़ाइल पूरी करें' })).toBeVisible()
  await page.getByRole('radio').first().check()
  await expect(page.getByRole('textbox', { name: 'शिक्षक का इनवाइट कोड' })).toHaveValue(PADMA.code)
})

test('links in emails start the sign-in', async ({ page, school }) => {
  await page.goto(`${school.url}/#create-profile/bo%40people.test`)
  await expect(page.getByRole('heading', { level: 1, name: 'Create your account' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('bo@people.test')
  await page.goto(`${school.url}/#sign-in`)
  await fillSignIn(page, MEERA.email)
  await expect(page).toHaveURL(`${school.url}/booking#dashboard`)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the pages have plain fields', async ({ page, school }) => {
    await page.goto(`${school.url}/id/sign-in`)
    await page.getByLabel('Email').fill(MEERA.email)
    await page.getByLabel('Password').fill(PASSWORD)
    await expect(page.getByRole('button')).toHaveCount(1)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { level: 1, name: "You're signed in" })).toBeVisible()
  })
})
