/** The public pages: content, without JavaScript too, and the sign-in buttons. */
import { MEERA, PADMA } from '../support/people.ts'
import { expect, signInAsStudent, test } from './fixtures.ts'
import { sendInviteCode } from './teacherHelpers.ts'

const QUESTIONS = [
  'What is Tala?',
  'How do I list my classes as a teacher?',
  'How do payments work?',
  'Can I cancel a class?',
  'How and when are teachers paid?',
]

const LEGAL = [
  {
    path: '/terms',
    title: 'Terms and Conditions',
    sections: [
      'Introduction',
      'Changes to content',
      'No warranty',
      'Risk',
      'Intellectual property',
      'Trademarks',
      'Unauthorised use',
      'Links to third parties',
      'Prohibited links',
      'Indian jurisdiction',
      'Payment authorisation',
    ],
  },
  {
    path: '/privacy-policy',
    title: 'Privacy Policy',
    sections: [
      'Introduction',
      '1. User Information',
      '2. User Choice and Consent',
      '3. Sharing',
      '4. Security',
      '5. User Rights',
      '6. Changes to the Policy',
      'Contact Us',
    ],
  },
  {
    path: '/refund-policy',
    title: 'Refund Policy',
    sections: [
      'Class cancellations',
      'How to cancel',
      'Payments and refund timelines',
      'Rescheduling',
      'Exceptions',
    ],
  },
]

test('the front page describes the product, and its header has all sign-in buttons', async ({
  page,
  school,
}) => {
  await page.goto(school.url)
  const navigation = page.getByRole('navigation', { name: 'Main' })
  for (const way of [
    'No Invite code? Join waitlist',
    'Teacher? Create Profile',
    'Student? Use Invite Code',
    'Login',
  ])
    await expect(navigation.getByRole('link', { name: way, exact: true })).toBeVisible()
  await expect(
    page.getByText(
      'Limited Time Offer: First 100 teachers get 3 months FREE access and 2 months commission-free payments for your students!',
    ),
  ).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 3, name: 'Use your invite code' })).toBeVisible()
  await page.getByText('For Teachers').click()
  await expect(page.getByRole('heading', { level: 3, name: 'Set your hours' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 3, name: 'Use your invite code' })).toBeHidden()
  await expect(
    page.getByRole('region', { name: 'Made for students who mean it' }).getByRole('listitem'),
  ).toHaveCount(6)
  await expect(page.getByRole('region', { name: 'Who teaches here' }).getByRole('listitem')).toHaveText([
    /Padma Subramaniam/,
    /Leela Rao-Bennett/,
  ])
  await expect(page.getByRole('figure'), 'the demo invents no testimonial').toHaveCount(0)
  for (const question of QUESTIONS) {
    const answer = page.locator('details').filter({ hasText: question }).locator('p')
    await expect(answer).toBeHidden()
    await page.getByText(question).click()
    await expect(answer).toBeVisible()
  }
  await expect(page.getByRole('link', { name: 'Contact Support' })).toHaveAttribute(
    'href',
    'mailto:support@tala.example',
  )
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByText('Mylapore, Chennai')).toBeVisible()
  for (const { title, path } of LEGAL)
    await expect(footer.getByRole('link', { name: title })).toHaveAttribute('href', path)
  for (const name of ['Instagram', 'YouTube']) await expect(footer.getByRole('link', { name })).toBeVisible()
})

test('the header stays visible while scrolling', async ({ page, school }) => {
  await page.goto(school.url)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(page.getByRole('link', { name: 'Login', exact: true })).toBeInViewport()
})

for (const [way, parameters] of [
  ['Teacher? Create Profile', { prompt: 'create', screen_hint: 'signup' }],
  ['Student? Use Invite Code', { prompt: 'create', screen_hint: 'signup' }],
  ['Login', { prompt: null, screen_hint: null }],
] as const)
  test(`the sign-in request contains the intent: ${way}`, async ({ page, school }) => {
    await page.goto(school.url)
    const request = page.waitForRequest((request) => request.url().includes('code_challenge='))
    if (way === 'Student? Use Invite Code') await sendInviteCode(page, PADMA.code)
    else await page.getByRole('banner').getByRole('link', { name: way, exact: true }).click()
    const search = new URL((await request).url()).searchParams
    for (const [name, value] of Object.entries(parameters)) expect(search.get(name), name).toBe(value)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      parameters.prompt ? 'Create your account' : 'Welcome back',
    )
  })

test('a signed-in visitor is led to the home page of the role, and can sign out', async ({
  page,
  school,
}) => {
  await signInAsStudent(page, school, MEERA)
  await page.goto(school.url)
  await expect(page.getByRole('link', { name: 'Login', exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'Go to my classes' }).click()
  await expect(page).toHaveURL(`${school.url}/booking#dashboard`)
  await page.goto(school.url)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Login', exact: true })).toBeVisible()
})

for (const { path, title, sections } of LEGAL)
  test(`${path} has its sections and a link to the front page`, async ({ page, school }) => {
    const response = await page.goto(school.url + path)
    expect(response?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page).toHaveTitle(`${title} · Tala`)
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
      'On this page',
      ...sections,
    ])
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link').last().click()
    await expect(page.getByRole('heading', { name: sections.at(-1) ?? '' })).toBeInViewport()
    await page.getByRole('main').getByRole('link', { name: 'Back to Home' }).click()
    await expect(page).toHaveURL(`${school.url}/`)
  })

test('the legal pages show when they were last changed', async ({ page, school }) => {
  await page.clock.setFixedTime('2027-03-04T06:00:00Z')
  await page.goto(`${school.url}/privacy-policy`)
  await expect(page.getByText('Last updated: 4 March 2027')).toBeVisible()
  await page.goto(`${school.url}/refund-policy`)
  await expect(page.getByText('Last updated: Jan 22, 2025')).toBeVisible()
})

test('search engines and other sites find the metadata', async ({ page, request, school }) => {
  const urlOf = (path: string) => school.url + path
  for (const path of ['/', ...LEGAL.map((page) => page.path)]) {
    await page.goto(urlOf(path))
    const content = (selector: string) => page.locator(selector).getAttribute('content')
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', urlOf(path))
    expect((await content('meta[name=description]'))?.length, path).toBeGreaterThan(40)
    expect(await content('meta[property="og:url"]')).toBe(urlOf(path))
    expect(await content('meta[property="og:image"]')).toBe(urlOf('/social.png'))
    expect(await page.content(), path).not.toContain('{{')
  }
  await page.goto(school.url)
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '') as {
    '@graph': { '@type': string; mainEntity?: unknown[] }[]
  }
  expect(data['@graph'].map((thing) => thing['@type'])).toEqual(['Organization', 'WebSite', 'FAQPage'])
  expect(data['@graph'][2]?.mainEntity).toHaveLength(QUESTIONS.length)
  expect(await (await request.get(urlOf('/robots.txt'))).text()).toContain(
    `Sitemap: ${urlOf('/sitemap.xml')}`,
  )
  const sitemap = await (await request.get(urlOf('/sitemap.xml'))).text()
  for (const [, place = ''] of sitemap.matchAll(/<loc>([^<]+)<\/loc>/g))
    expect((await request.get(place)).status(), place).toBe(200)
  const manifest = (await (await request.get(urlOf('/site.webmanifest'))).json()) as {
    name: string
    icons: { src: string }[]
  }
  expect(manifest.name).toBe('Tala')
  for (const file of ['/social.png', '/apple-touch-icon.png', ...manifest.icons.map((icon) => icon.src)])
    expect((await request.get(urlOf(file))).headers()['content-type'], file).toMatch(/^image\//)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the public pages are readable', async ({ page, school }) => {
    await page.goto(school.url)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('noscript p')).toContainText('You can also write to support@tala.example.')
    await expect(page.getByRole('link', { name: 'Login', exact: true })).toBeHidden()
    await page.getByText('For Teachers').click()
    await expect(page.getByRole('heading', { level: 3, name: 'Set your hours' })).toBeVisible()
    await page.getByText('Can I cancel a class?').click()
    await expect(page.getByText(/Within 12 hours a class can’t be cancelled/)).toBeVisible()
    await expect(page.getByText('Mylapore, Chennai')).toBeVisible()
    for (const { path, title } of LEGAL) {
      await page.goto(school.url + path)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    }
    const notFound = await page.goto(`${school.url}/nothing-here`)
    expect(notFound?.status()).toBe(404)
    await page.getByRole('link', { name: 'Back to Home' }).click()
    await expect(page).toHaveURL(`${school.url}/`)
  })
})

test.describe('without a connection', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a page shows the offline message, and works again when the connection is back', async ({
    page,
    context,
    school,
  }) => {
    await page.goto(school.url)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await context.setOffline(true)
    await page.goto(`${school.url}/terms`)
    await expect(page.getByRole('heading', { level: 1, name: 'You’re offline' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'आप ऑफ़लाइन हैं' })).toBeVisible()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Terms and Conditions' })).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the sign-in buttons are in a menu', async ({ page, school }) => {
    await page.goto(school.url)
    const menu = page.getByRole('button', { name: 'Menu', exact: true })
    const login = page.getByRole('link', { name: 'Login', exact: true })
    await expect(login).toBeHidden()
    await menu.click()
    await expect(login).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(login).toBeHidden()
    await menu.click()
    await page.getByRole('link', { name: 'No Invite code? Join waitlist' }).click()
    await page.getByRole('dialog', { name: 'Tala' }).getByRole('button', { name: 'Close' }).click()
    await expect(login).toBeHidden()
    await expect(menu).toBeFocused()
  })
})

test('an expired or used sign-in link shows an error, and leads to a new sign-in', async ({
  page,
  school,
}) => {
  await page.goto(`${school.url}/auth/callback?code=long-ago&state=nobody-knows`)
  await expect(page.getByRole('heading', { level: 1, name: 'An error occurred during login' })).toBeVisible()
  await expect(
    page.getByText('This sign-in has expired or was already used. Please sign in again.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible()
})

test('if a chunk of an old release is missing, the page is reloaded once, then an error is shown', async ({
  page,
  school,
}) => {
  await signInAsStudent(page, school, MEERA)
  await page.route('**/assets/StudentArea-*.js', (route) => route.fulfill({ status: 404, body: '' }))
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'A newer version is ready' })).toBeVisible()
  await page.unroute('**/assets/StudentArea-*.js')
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Namaste, Meera' })).toBeVisible()
})
