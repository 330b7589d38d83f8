/** Takes the pictures of the documentation in `docs/pictures`, from the demo. */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { MEERA, PADMA, PASSWORD } from './support/people.ts'
import { createStoredSignIn } from './support/stored-sign-in.ts'
import { startTala } from './support/tala.ts'

const FOLDER = join(import.meta.dirname, '../docs/pictures')
const DESK = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

const executablePath =
  process.env.TALA_CHROMIUM || ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync)
const school = await startTala({ name: 'pictures' })
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
try {
  mkdirSync(FOLDER, { recursive: true })
  await take('landing', '/', DESK)
  await take('invitation', `/t/${PADMA.code}`, PHONE)
  await take('student', '/booking', PHONE, { person: MEERA, ready: 'Available Classes' })
  await take('teacher', '/teacher', DESK, { person: PADMA, ready: 'Next class', top: 'Publish a class' })
  await take('today', '/admin', DESK, { isAdmin: true, ready: 'Today' })
} finally {
  await browser.close()
  await school.stop()
}

/** Takes a picture of a page once the heading `ready` is shown, scrolled to the button `top`. */
async function take(name, path, viewport, { person, isAdmin, ready, top } = {}) {
  const context = await browser.newContext({
    viewport,
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
    deviceScaleFactor: viewport === PHONE ? 2 : 1,
  })
  const page = await context.newPage()
  if (person) {
    const { key, value } = await createStoredSignIn(school.url, person.email, PASSWORD)
    await page.goto(`${school.url}/robots.txt`)
    await page.evaluate(([name, text]) => localStorage.setItem(name, text), [key, value])
  }
  if (isAdmin) {
    await page.goto(`${school.url}/admin-login`)
    await page.getByRole('textbox', { name: 'Username' }).fill('admin')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Login' }).click()
    await page.getByText('Login successful').waitFor()
    await page.getByText('Login successful').waitFor({ state: 'hidden' })
  } else {
    await page.goto(school.url + path)
  }
  if (ready) await page.getByRole('heading', { name: ready }).first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  if (top)
    await page
      .getByRole('button', { name: top })
      .evaluate((button) => scrollBy(0, button.getBoundingClientRect().top - 80))
  await page.waitForTimeout(500)
  await page.screenshot({ path: join(FOLDER, `${name}.png`) })
  await context.close()
}
