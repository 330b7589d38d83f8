/** The invite page of a teacher: for visitors without scripts, in another zone, and for messengers. */
import { LEELA, PADMA } from '../support/people.ts'
import { checkPage, WIDTHS } from './a11y.ts'
import { expect, test } from './fixtures.ts'
import { openMenuEntry, signInAsTeacher } from './teacherHelpers.ts'

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the page is complete, with times in the zone of the teacher', async ({ page, school }) => {
    const response = await page.goto(`${school.url}/t/${PADMA.code.toLowerCase()}`)
    expect(response?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(`${PADMA.name} invites you to learn`)
    await expect(page.getByText('Times in Kolkata')).toBeVisible()
    await expect(page.locator('.open-times time')).toHaveCount(6)
    await expect(page.getByText('₹1,022.98')).toBeVisible()
    await expect(page.locator('noscript p')).toContainText('Signing up needs JavaScript')
  })
})

test.describe('in New York', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('times and the likely currency are those of the visitor', async ({ page, school }) => {
    for (const { width, height } of WIDTHS) {
      await page.setViewportSize({ width, height })
      await page.goto(`${school.url}/t/${PADMA.code}`)
      await expect(page.getByText('Times in New York')).toBeVisible()
      await expect(page.locator('.amount')).toHaveText(/^\$25\.59 or ₹1,022\.98$/)
      await checkPage(page, `invite-${width}`)
    }
  })
})

test('unusable codes share one page that says what to do', async ({ page, school }) => {
  for (const path of ['/t/TCH-ZZZ-9999', '/t/nonsense', '/t/%00', '/hi/t/TCH-ZZZ-9999']) {
    const response = await page.goto(school.url + path)
    expect(response?.status(), path).toBe(404)
    const text = path.startsWith('/hi')
      ? 'यह निमंत्रण लिंक काम नहीं कर रहा है'
      : 'This invitation link isn’t working'
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text)
  }
  await page.goto(`${school.url}/hi/t/${LEELA.code}`)
  await expect(page.getByRole('link', { name: 'निमंत्रण स्वीकार करें' }).first()).toBeVisible()
  await page.goto(`${school.url}/t/${LEELA.code}`)
  await expect(
    page.getByRole('heading', { level: 1 }),
    'a Hindi page is no choice of language',
  ).toContainText('invites you to learn')
})

test('messengers get a picture, and printers a QR code', async ({ request, school }) => {
  const html = await (await request.get(`${school.url}/t/${PADMA.code}`)).text()
  const image = `${school.url}/t/${PADMA.code}/preview.png`
  expect(html).toContain(`<meta property="og:image" content="${image}">`)
  expect(html).toContain(`<meta property="og:title" content="${PADMA.name} invites you to learn`)
  const picture = await request.get(image)
  expect(picture.headers()['content-type']).toBe('image/png')
  expect((await picture.body()).length).toBeLessThan(300_000)
  const code = await request.get(`${school.url}/t/${PADMA.code}/qr.svg`)
  expect(code.headers()['content-type']).toBe('image/svg+xml')
  expect((await request.get(`${school.url}/t/TCH-ZZZ-9999/preview.png`)).status()).toBe(404)
})

test('a teacher’s photo appears on the invite page', async ({ page, school }) => {
  await signInAsTeacher(page, school)
  await openMenuEntry(page, 'My Profile')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a photo' }).click()
  await (await chooser).setFiles('../web/public/icon-512.png')
  await expect(page.getByText('Photo saved')).toBeVisible()
  await page.goto(`${school.url}/t/${PADMA.code}`)
  const portrait = page.locator('.portrait img')
  await expect(portrait).toHaveAttribute('src', /^\/photos\/[\w-]+\.jpg$/)
  expect(await portrait.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512)
})
