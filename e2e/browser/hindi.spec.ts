/** Hindi: chosen on the site, stored, and used in the student area; page checks in Hindi. */
import type { Page } from '@playwright/test'
import { KAVYA, MEERA, PADMA, PASSWORD } from '../support/people.ts'
import type { Tala } from '../support/tala.ts'
import { checkPage, WIDTHS } from './a11y.ts'
import { expect, firstBookableSlot, freeSlotButtons, signIn, signInAsStudent, test } from './fixtures.ts'

const FRONT = 'घर बैठे गुरु से सीखें भारतीय शास्त्रीय नृत्य।'
const FRONT_ENGLISH = 'Learn Indian classical dance from a guru, wherever you are.'
const BOOK = 'अपनी क्लास बुक करें'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const storedLanguage = (page: Page) => page.evaluate(() => localStorage.getItem('language'))

/** Signs in with Hindi already chosen. */
async function signInInHindi(page: Page, school: Tala): Promise<void> {
  await chooseHindi(page)
  await signIn(page, school, MEERA)
  await expect(heading(page, 'नमस्ते, Meera')).toBeVisible()
  await expect(freeSlotButtons(page).first()).toBeVisible()
}

/** Stores the choice of Hindi before the page loads. `about:blank` has no local storage. */
async function chooseHindi(page: Page) {
  await page.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage.setItem('language', 'hi')
  })
}

/** A Hindi page is hydrated after its texts are loaded, which may be after the load event. */
async function waitForHydration(page: Page) {
  await page.waitForFunction(() =>
    Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__reactContainer')),
  )
}

test('a link of a Hindi email opens the Hindi site before the sign-in', async ({ page, school }) => {
  await page.goto(`${school.url}/booking?lang=hi#activeclasses`)
  await expect(heading(page, FRONT)).toBeVisible()
  await expect(page).toHaveURL(`${school.url}/hi/`)
  expect(await storedLanguage(page)).toBeNull()
})

test('Hindi, chosen on the front page, is kept through sign-in, booking and reload, until it is changed back', async ({
  page,
  school,
}) => {
  await page.goto(school.url)
  await page.getByRole('link', { name: 'हिन्दी' }).click()
  await expect(page).toHaveURL(`${school.url}/hi/`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  await expect(heading(page, FRONT)).toBeVisible()
  await page.goto(school.url)
  await expect(page, 'the choice leads to the page in Hindi').toHaveURL(`${school.url}/hi/`)
  await waitForHydration(page)

  await page.getByRole('link', { name: 'साइन इन', exact: true }).click()
  await expect(heading(page, 'आपका फिर से स्वागत है')).toBeVisible()
  await page.getByLabel('ईमेल').fill(MEERA.email)
  await page.getByLabel('पासवर्ड').fill(PASSWORD)
  await page.getByRole('button', { name: 'साइन इन करें' }).click()
  await expect(page).toHaveURL(`${school.url}/booking#dashboard`)
  await expect(heading(page, 'नमस्ते, Meera')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')

  const first = await firstBookableSlot(page)
  await expect(first).toContainText(/^(आधी रात|तड़के|सुबह|दोपहर|शाम|रात) \d+:\d\d/)
  await first.click()
  const dialog = page.getByRole('dialog', { name: BOOK })
  await expect(dialog.getByRole('term').getByText('क्लास का समय', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: '1 क्रेडिट से बुक करें' }).click()
  await expect(page.getByRole('region', { name: 'आपकी क्लास बुक हो गई' })).toBeVisible()
  await expect(page.getByText(`पुष्टि का ईमेल ${MEERA.email} पर भेज दिया गया है।`)).toBeVisible()

  await page.getByRole('button', { name: 'आने वाली क्लासें देखें' }).click()
  await page.reload()
  await expect(heading(page, 'आने वाली क्लासें')).toBeVisible()
  await expect(page.getByRole('table', { name: 'आने वाली क्लासें' }).getByRole('row')).toHaveCount(3)
  await expect(page.getByText(/ तक रद्द करने पर आपका क्रेडिट वापस मिल जाएगा।/)).toHaveCount(2)

  await page.getByRole('banner').getByRole('button', { name: 'English' }).click()
  await expect(heading(page, 'Active Classes')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.goto(school.url)
  await expect(heading(page, FRONT_ENGLISH)).toBeVisible()
  expect(await storedLanguage(page)).toBe('en')
})

test('the student menu changes the language and keeps the section', async ({ page, school }) => {
  await signInAsStudent(page, school, MEERA)
  await page.goto(`${school.url}/booking#account`)
  await page.getByRole('banner').getByRole('button', { name: 'हिन्दी' }).click()
  await expect(heading(page, 'मेरे क्रेडिट')).toBeVisible()
  await expect(page).toHaveURL(`${school.url}/booking#account`)
  expect(await storedLanguage(page)).toBe('hi')
})

test('English pages never load Hindi files', async ({ page, school }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.goto(school.url)
  await signIn(page, school, MEERA)
  await expect(freeSlotButtons(page).first()).toBeVisible()
  expect(loaded.filter((url) => url.includes('hindi'))).toEqual([])
})

test('Hindi files are loaded once, and their preloads are used', async ({ page, school }) => {
  await signInInHindi(page, school)
  const loaded: string[] = []
  const warnings: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  page.on('console', (message) => {
    if (message.text().includes('preload')) warnings.push(message.text())
  })
  await page.reload()
  await expect(heading(page, 'नमस्ते, Meera')).toBeVisible()
  await page.waitForLoadState('load')
  const files = loaded.filter((path) => /\.(css|js)$/.test(path))
  expect(files.filter((path) => path.includes('hindi')).length).toBeGreaterThan(1)
  const downloads = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      // A style sheet that was preloaded is requested again, from memory.
      .filter((entry) => entry instanceof PerformanceResourceTiming && entry.transferSize > 0)
      .map(({ name }) => name)
      .filter((name) => /\.(css|js)$/.test(name)),
  )
  expect(downloads.filter((name, index) => downloads.indexOf(name) !== index)).toEqual([])
  // Chromium warns a few seconds after the load.
  await page.waitForFunction(() => performance.now() > 6_000)
  expect(warnings).toEqual([])
})

test('an error of the server is shown in Hindi', async ({ page, school }) => {
  await signInInHindi(page, school)
  await page.route('**/api/book-with-credits', (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      json: { code: 'slot_taken', detail: 'This class has just been taken. Please choose another.' },
    }),
  )
  await (await firstBookableSlot(page)).click()
  const dialog = page.getByRole('dialog', { name: BOOK })
  await dialog.getByRole('button', { name: /^\d+ क्रेडिट से बुक करें/ }).click()
  await expect(dialog).toContainText('यह क्लास अभी-अभी किसी ने ले ली।')
})

test('the teacher area is entirely in English even if Hindi is chosen', async ({ page, school }) => {
  await chooseHindi(page)
  await signIn(page, school, PADMA)
  await expect(page).toHaveURL(/\/teacher/)
  await expect(heading(page, 'Namaste, Padma')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('a new user sees Hindi as a student, and the teacher application in English', async ({
  page,
  school,
}) => {
  await chooseHindi(page)
  await signIn(page, school, KAVYA)
  await page.getByRole('button', { name: /^विद्यार्थी के रूप में आगे बढ़ें/ }).click()
  await expect(heading(page, 'अपनी प्रोफ़ाइल पूरी करें')).toBeVisible()
  await page.getByRole('radio', { name: 'मैं', exact: true }).check()
  await page.getByRole('textbox', { name: 'दिन' }).fill('23')
  await page.getByRole('combobox', { name: 'महीना' }).selectOption({ index: 4 })
  await page.getByRole('textbox', { name: 'साल' }).fill('1990')
  await page.getByRole('textbox', { name: 'शिक्षक का इनवाइट कोड' }).fill('TCH-ABC-1234')
  await page.getByRole('button', { name: 'आगे बढ़ें', exact: true }).click()
  await expect(page.getByText('यह इनवाइट कोड सही नहीं है। कृपया अपने शिक्षक से पूछ लें।')).toBeVisible()
  await page.getByRole('button', { name: 'पीछे जाएँ' }).click()
  await page.getByRole('button', { name: /^शिक्षक के रूप में आगे बढ़ें/ }).click()
  await expect(heading(page, 'Create Your Teacher Profile')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('the teacher application is in English also after a sign-up on the Hindi front page', async ({
  page,
  school,
}) => {
  await page.goto(`${school.url}/hi/`)
  await waitForHydration(page)
  await page.getByRole('link', { name: 'शिक्षक हैं? प्रोफ़ाइल बनाएँ' }).first().click()
  await page.getByRole('link', { name: 'साइन इन करें' }).click()
  await expect(heading(page, 'आपका फिर से स्वागत है')).toBeVisible()
  await page.getByLabel('ईमेल').fill(KAVYA.email)
  await page.getByLabel('पासवर्ड').fill(PASSWORD)
  await page.getByRole('button', { name: 'साइन इन करें' }).click()
  await expect(heading(page, 'Create Your Teacher Profile')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Basic Info' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.locator('body')).not.toContainText(/[\u0900-\u097f]/)
})

test('public pages are indexed in both languages', async ({ page, request, school }) => {
  for (const path of ['/', '/terms', '/privacy-policy', '/refund-policy']) {
    const reply = await page.goto(`${school.url}/hi${path}`)
    expect.soft(reply?.status(), path).toBe(200)
    const html = (await reply?.text()) ?? ''
    expect.soft(html, path).toContain('<html lang="hi"')
    expect.soft(html, path).toContain(`<link rel="canonical" href="${school.url}/hi${path}">`)
    for (const [language, address] of [
      ['en', path],
      ['hi', `/hi${path}`],
      ['x-default', path],
    ])
      expect
        .soft(html, path)
        .toContain(`<link rel="alternate" hreflang="${language}" href="${school.url}${address}">`)
    expect.soft(html, path).not.toContain('{{')
    expect.soft(await page.title(), path).toMatch(/[\u0900-\u097f]/)
  }
  const sitemap = await (await request.get(`${school.url}/sitemap.xml`)).text()
  expect(sitemap).toContain(`<loc>${school.url}/hi/refund-policy</loc>`)
  expect((await request.get(`${school.url}/hi/nothing`)).status()).toBe(404)
})

test('the Hindi legal pages say that the English text is binding, and link to it', async ({
  page,
  school,
}) => {
  await page.goto(`${school.url}/hi/terms`)
  await expect(page.getByText('क़ानूनी रूप से अंग्रेज़ी वाला पाठ ही मान्य है')).toBeVisible()
  await page.getByRole('link', { name: 'अंग्रेज़ी में पूरा पाठ पढ़ें' }).click()
  await expect(heading(page, 'Terms and Conditions')).toBeVisible()
  expect(await storedLanguage(page), 'only the language link stores a choice').toBeNull()
})

test('without JavaScript the Hindi page is complete and links to English', async ({
  openBrowser,
  school,
}) => {
  const page = await openBrowser({ javaScriptEnabled: false })
  await page.goto(`${school.url}/hi/`)
  await expect(heading(page, FRONT)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'जानने लायक बातें' })).toBeVisible()
  await page.getByRole('link', { name: 'English' }).click()
  await expect(heading(page, FRONT_ENGLISH)).toBeVisible()
})

for (const { width, height } of WIDTHS) {
  test.describe(`${width} pixels in Hindi`, () => {
    test.use({ viewport: { width, height } })
    test.setTimeout(240_000)

    test('the public pages', async ({ page, school }) => {
      await page.goto(`${school.url}/hi/`)
      await checkPage(page, 'hindi-landing')
      if (width < 768) await page.getByRole('button', { name: 'मेन्यू' }).click()
      await page.getByRole('link', { name: 'इनवाइट कोड नहीं है? वेटलिस्ट में शामिल हों' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await checkPage(page, 'hindi-waitlist')
      for (const path of ['refund-policy', 'terms', 'privacy-policy', 'nothing']) {
        await page.goto(`${school.url}/hi/${path}`)
        await checkPage(page, `hindi-${path}`)
      }
    })

    test('the student area', async ({ page, school }) => {
      await signInInHindi(page, school)
      await checkPage(page, 'hindi-dashboard')
      if (width < 768) {
        await page.getByRole('button', { name: 'मेन्यू खोलें' }).click()
        await expect(page.getByRole('dialog').getByRole('link', { name: 'मेरे क्रेडिट' })).toBeVisible()
        await checkPage(page, 'hindi-drawer')
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toBeHidden()
      }
      await (await firstBookableSlot(page)).click()
      const dialog = page.getByRole('dialog', { name: BOOK })
      await expect(dialog).toBeVisible()
      await checkPage(page, 'hindi-booking')
      await dialog.getByRole('button', { name: /^\d+ क्रेडिट से बुक करें/ }).click()
      const booked = page.getByRole('region', { name: 'आपकी क्लास बुक हो गई' })
      await booked.getByRole('heading').hover()
      await expect(page.getByText(/^पुष्टि का ईमेल/)).toBeVisible()
      await checkPage(page, 'hindi-confirmation')
      for (const [hash, title] of [
        ['activeclasses', 'आने वाली क्लासें'],
        ['history', 'पिछली क्लासें'],
        ['account', 'मेरे क्रेडिट'],
        ['contactus', 'मदद और सपोर्ट'],
        ['settings', 'मेरा खाता'],
      ] as const) {
        await page.goto(`${school.url}/booking#${hash}`)
        await expect(heading(page, title)).toBeVisible()
        await expect(page.getByRole('status').filter({ hasText: 'लोड' })).toHaveCount(0)
        await checkPage(page, `hindi-${hash}`)
      }
      await page.goto(`${school.url}/booking#activeclasses`)
      await page
        .getByRole('button', { name: /^समय बदलें/ })
        .first()
        .click()
      await expect(page.getByRole('dialog').locator('[data-slot]').first()).toBeVisible()
      await checkPage(page, 'hindi-move')
    })
  })
}
