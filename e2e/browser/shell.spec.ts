/** The frame of the student area: sections by hash, the menu drawer, the theme; and failed requests. */
import { MEERA, PADMA } from '../support/people.ts'
import { expect, freeSlotButtons, menuLink, openBooking, signIn, signInAsStudent, test } from './fixtures.ts'

const SECTIONS = [
  ['#dashboard', 'Namaste, Meera', 'Dashboard'],
  ['#activeclasses', 'Active Classes', 'Active Classes'],
  ['#history', 'Past Classes', 'Past Classes'],
  ['#account', 'My Credits', 'My Credits'],
  ['#contactus', 'Help & Support', 'Contact Us'],
] as const

test('each section has its hash; an unknown hash shows the dashboard', async ({ page, school }) => {
  await signInAsStudent(page, school, MEERA)
  for (const [hash, title, entry] of SECTIONS) {
    await page.goto(`${school.url}/booking${hash}`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(menuLink(page, entry)).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  }
  for (const hash of ['#nonsense', '']) {
    await page.goto(`${school.url}/booking${hash}`)
    await expect(page).toHaveURL(`${school.url}/booking#dashboard`)
  }
  await menuLink(page, 'My Credits').click()
  await menuLink(page, 'Past Classes').click()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'My Credits' })).toBeVisible()
})

test('Terms & Conditions covers the section and keeps the hash', async ({ page, school }) => {
  await signInAsStudent(page, school, MEERA)
  await menuLink(page, 'My Credits').click()
  await page.getByRole('button', { name: 'Terms & Conditions' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Terms & Conditions' })).toBeFocused()
  await expect(page).toHaveURL(`${school.url}/booking?terms=account#account`)
  await expect(page.getByText('A class cannot be cancelled within 12 hours of class time.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Terms & Conditions' })).toBeVisible()
  await menuLink(page, 'My Credits').click()
  await expect(page.getByRole('heading', { level: 1, name: 'My Credits' })).toBeVisible()
  await expect(page).toHaveURL(`${school.url}/booking#account`)

  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Terms & Conditions' })).toBeVisible()
  await menuLink(page, 'Past Classes').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Past Classes' })).toBeVisible()
  await expect(page).toHaveURL(`${school.url}/booking#history`)
})

test('the theme is stored, for the site as well', async ({ page, school }) => {
  await signInAsStudent(page, school, MEERA)
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Switch to light theme' })).toBeVisible()
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.goto(school.url)
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

for (const [person, path, first] of [
  [MEERA, '/booking', ['login', 'active-classes', 'student-profile']],
  [PADMA, '/teacher', ['login', 'active-classes', 'teacher/calendar']],
] as const) {
  test(`${path} requests its first data before its scripts are loaded, and only once`, async ({
    page,
    school,
  }) => {
    await signIn(page, school, person)
    await expect(page).toHaveURL(`${school.url}${path}#dashboard`)
    await page.goto('about:blank')
    const requests: string[] = []
    page.on('request', (request) => {
      const name = /\/api\/([^?]+)/.exec(request.url())?.[1]
      if (name && name !== 'config') requests.push(name)
    })
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto(school.url + path)
    await expect.poll(() => [...requests]).toEqual(first)
    requests.length = 0
    await page.unroute('**/assets/*.js')
    await page.reload()
    await expect(
      freeSlotButtons(page)
        .or(page.getByRole('region', { name: 'Upcoming Classes' }))
        .first(),
    ).toBeVisible()
    await expect(page.getByText(/^Loading/)).toHaveCount(0)
    expect(requests.filter((name) => (first as readonly string[]).includes(name))).toEqual(first)
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the menu is a drawer that Tab does not enter while it is closed', async ({ page, school }) => {
    await signInAsStudent(page, school, MEERA)
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await page.getByRole('button', { name: 'Open menu' }).click()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByRole('link', { name: 'Active Classes' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await drawer.getByRole('link', { name: 'Active Classes' }).click()
    await expect(drawer).toBeHidden()
    await expect(page.getByRole('heading', { level: 1, name: 'Active Classes' })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Active Classes' }).getByRole('listitem')).toHaveCount(1)
  })

  test('one day is shown, with a button for the next, and nothing overflows', async ({ page, school }) => {
    await signInAsStudent(page, school, MEERA)
    const days = page.getByRole('group', { name: /open times?/ })
    await expect(days).toHaveCount(1)
    const day = await days.getByRole('heading', { level: 3 }).textContent()
    await page.getByRole('button', { name: /^Go to / }).click()
    await expect(days.getByRole('heading', { level: 3 })).not.toHaveText(day ?? '')
    await openBooking(page)
    for (const hash of ['', '#activeclasses', '#history', '#account', '#contactus']) {
      await page.goto(`${school.url}/booking${hash}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
        `wide at ${hash}`,
      ).toBeLessThanOrEqual(390)
    }
  })
})

const FAILURES = [
  ['**/api/teacher/*/available-slots*', '#dashboard', 'Failed to load available slots'],
  ['**/api/active-classes*', '#activeclasses', 'We couldn’t load your classes.'],
  ['**/api/bookings*', '#history', 'We couldn’t load your classes.'],
  ['**/api/credit-history*', '#account', 'We couldn’t load your credits.'],
] as const

for (const [path, hash, sentence] of FAILURES) {
  test(`a failed request shows an error with a retry button: ${hash}`, async ({ page, school }) => {
    await page.clock.install()
    await signInAsStudent(page, school, MEERA)
    await page.route(path, (route) => route.abort())
    await page.goto(`${school.url}/booking${hash}`)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const panel = page.getByRole('alert').filter({ hasText: sentence })
    await expect(async () => {
      await page.clock.fastForward(2_000)
      await expect(panel).toBeVisible({ timeout: 250 })
    }).toPass()
    await expect(page.getByText(/^No (active|past|available)/)).toHaveCount(0)
    await expect(page.getByRole('table', { name: /Classes|[Cc]redit/ })).toHaveCount(0)
    await page.unroute(path)
    await panel.getByRole('button', { name: 'Try again' }).click()
    await expect(panel).toBeHidden()
    await expect(
      page
        .getByRole('table', { name: /Classes|[Cc]redit/ })
        .or(freeSlotButtons(page))
        .first(),
    ).toBeVisible()
  })
}

test('a failed request shows an error in the teacher area', async ({ page, school }) => {
  await page.clock.install()
  await signIn(page, school, PADMA)
  const calendar = page.getByRole('region', { name: 'Upcoming Classes' })
  await expect(calendar.getByText('8:00 am').first()).toBeVisible()
  await page.route('**/api/teacher/calendar*', (route) => route.abort())
  await page.reload()
  const panel = page.getByRole('alert').filter({ hasText: 'Failed to load your classes' })
  await expect(async () => {
    await page.clock.fastForward(2_000)
    await expect(panel).toBeVisible({ timeout: 250 })
  }).toPass()
  await page.unroute('**/api/teacher/calendar*')
  await panel.getByRole('button', { name: 'Try again' }).click()
  await expect(calendar.getByText('8:00 am').first()).toBeVisible()
})

test('offline: a message is shown, and loaded data stays', async ({ page, context, school }) => {
  await signInAsStudent(page, school, MEERA)
  await expect(freeSlotButtons(page).first()).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText(/^You’re offline\./)).toBeVisible()
  await expect(freeSlotButtons(page).first()).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/^You’re offline\./)).toBeHidden()
})
