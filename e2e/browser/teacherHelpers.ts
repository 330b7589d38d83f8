/** Helpers for teachers: the menu at every width, the wizard, and booked classes. */
import type { Locator, Page } from '@playwright/test'
import {
  advanceClock,
  type Booking,
  book,
  callOk,
  freeSlots,
  login,
  mailedCode,
  type Slot,
} from '../support/api.ts'
import { grantCredits } from '../support/credits.ts'
import { waitForMailsInProgress } from '../support/database.ts'
import { MEERA, PADMA } from '../support/people.ts'
import type { Tala } from '../support/tala.ts'
import {
  closeToasts,
  expect,
  firstName,
  type OpenBrowser,
  signIn,
  signInAsStudent,
  tokenOf,
} from './fixtures.ts'

export const NILA = { name: 'Nila Raman', email: 'nila@new.test', password: 'seven bells at dawn' }
export const MEETING_LINK = 'https://meet.google.com/nil-rama-xyz'
export const BIO = 'I dance Bharatanatyam, and teach it slowly: breath first, then rhythm, then the story.'

export async function signInAsTeacher(
  page: Page,
  school: Tala,
  person: { email: string; name: string } = PADMA,
): Promise<void> {
  await signIn(page, school, person)
  // Opening a section by its URL earlier may be redirected to the first section.
  await expect(page).toHaveURL(/\/teacher#dashboard$/)
  await expect(
    page.getByRole('heading', { level: 1, name: `Namaste, ${firstName(person.name)}` }),
  ).toBeVisible()
}

/** Opens a section from the menu, which is in a drawer on a phone. */
export async function openMenuEntry(page: Page, entry: string): Promise<void> {
  const opener = page.getByRole('button', { name: 'Open menu' })
  // An entry may end with a count.
  const link = page.getByRole('link', { name: new RegExp(`^${entry}( \\d+)?$`) })
  await expect(opener.or(link)).toBeVisible()
  if (await opener.isVisible()) {
    await closeToasts(page)
    await opener.click()
  }
  await link.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

export async function openTeacherSection(
  page: Page,
  school: Tala,
  hash: string,
  title: string,
): Promise<void> {
  // A dialog that has just closed removes its history entry, which would undo the navigation.
  await page.waitForFunction(() => !window.history.state?.dialogEntry)
  await page.goto(`${school.url}/teacher#${hash}`)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
}

/** Sends an invite code from the front page; a code that works leads to the sign-up page. */
export async function sendInviteCode(page: Page, code: string): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: 'Student? Use Invite Code' }).click()
  const dialog = page.getByRole('dialog', { name: 'Use your invite code' })
  await dialog.getByLabel('Teacher Invite Code').fill(code)
  await dialog.getByRole('button', { name: 'Continue' }).click()
}

/** Signs up from the landing page up to the mailed code; the browser then shows the page for new users. */
export async function signUp(
  page: Page,
  school: Tala,
  person: { name: string; email: string; password: string },
): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Create your account' })).toBeVisible()
  await page.getByLabel('Your name').fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Check your email' })).toBeVisible()
  // The sixth digit submits the form.
  await page.getByLabel('6-digit code').fill(await mailedCode(school.url, person.email))
}

/** Signs up a new user and opens the first step of the wizard. */
export async function startWizard(page: Page, school: Tala, person = NILA): Promise<void> {
  await page.goto(school.url)
  await page.getByRole('main').getByRole('link', { name: 'Teacher? Create Profile' }).first().click()
  await signUp(page, school, person)
  await expect(page.getByRole('heading', { level: 1, name: 'Create Your Teacher Profile' })).toBeVisible()
  await expect(stepHeading(page, 'Basic Info')).toBeVisible()
}

/** The heading of a step. */
export function stepHeading(page: Page, name: string): Locator {
  return page.getByRole('heading', { level: 2, name, exact: true })
}

export async function selectOption(scope: Page | Locator, field: string, option: string): Promise<void> {
  await scope.getByRole('combobox', { name: field }).click()
  await pageOf(scope).getByRole('option', { name: option, exact: true }).click()
}

function pageOf(scope: Page | Locator): Page {
  return 'page' in scope ? scope.page() : scope
}

export async function fillBasic(page: Page): Promise<void> {
  await selectOption(page, 'Country of origin', 'India')
  await selectOption(page, 'Dance style', 'Bharatanatyam')
  await selectOption(page, 'Level', 'Expert')
  await page.getByRole('checkbox', { name: 'I confirm I am at least 18 years old' }).check()
}

export async function fillExperience(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Professional bio' }).fill(BIO)
  await page.getByRole('textbox', { name: 'Dance education' }).fill('Kalakshetra, Chennai')
  await page.getByRole('textbox', { name: 'Guru or master' }).fill('Smt. Kamala')
  await page.getByRole('textbox', { name: 'Teaching experience' }).fill('Twelve years, all ages')
  await selectOption(page, 'Years teaching', '10+')
  await page.getByRole('combobox', { name: 'Student age groups' }).press('ArrowDown')
  for (const ages of ['Teens (13-17)', 'Adults (18+)']) {
    await page.getByRole('option', { name: ages, exact: true }).click()
  }
  await page.keyboard.press('Escape')
}

/** Every day from nine to twelve. */
export async function fillHours(page: Page): Promise<void> {
  await page.getByRole('switch', { name: 'Monday' }).check({ force: true })
  await selectOption(page, 'Monday, start', '9:00 am')
  await selectOption(page, 'Monday, end', '12:00 pm')
  await page.getByRole('button', { name: 'Copy Monday to other days' }).click()
  const days = page.getByRole('dialog', { name: 'Copy Monday to other days' })
  await days.getByRole('button', { name: 'Every day' }).click()
  await expect(page.getByText('21 classes a week')).toBeVisible()
}

export async function continueTo(page: Page, next: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(stepHeading(page, next)).toBeVisible()
}

/** Fills in all five steps, up to the summary. */
export async function fillWizard(page: Page): Promise<void> {
  await fillBasic(page)
  await continueTo(page, 'Experience')
  await fillExperience(page)
  await continueTo(page, 'Availability')
  await fillHours(page)
  await continueTo(page, 'Pricing')
  await page.getByRole('textbox', { name: 'Video meeting link' }).fill(MEETING_LINK)
  await continueTo(page, 'Ready to submit?')
}

export async function submitWizard(page: Page, school: Tala): Promise<void> {
  await page.getByRole('button', { name: 'Submit for Approval' }).click()
  await expect(page).toHaveURL(`${school.url}/verification-pending`)
}

/** Moves the clocks of the server and of these pages to a time. */
export async function advanceTo(school: Tala, moment: Date, ...pages: Page[]): Promise<void> {
  await waitForMailsInProgress(school.database)
  const { now } = await callOk<{ now: string }>(school.url, '/dev/clock')
  const minutes = Math.ceil((moment.getTime() - Date.parse(now)) / 60_000)
  await advanceClock(school.url, minutes)
  for (const page of pages) await page.clock.fastForward(minutes * 60_000)
}

/** Signs Meera in, for bookings by API, and grants her more credits than the demo. */
export async function signInMeera(openBrowser: OpenBrowser, school: Tala, credits = 20) {
  const page = await openBrowser()
  await signInAsStudent(page, school, MEERA)
  const token = await tokenOf(page)
  const { _id: id } = await login(school.url, token)
  const profile = await callOk<{ teacher: { _id: string } }>(
    school.url,
    `/api/student-profile?email=${MEERA.email}`,
    { token },
  )
  const teacherId = profile.teacher._id
  await grantCredits(school.database, [{ studentId: id, teacherId, credits }])
  return { page, student: { ...MEERA, id, token }, teacherId }
}

/** Books the first free private slots. */
export async function bookPrivateClasses(
  school: Tala,
  student: { id: string; token: string; email: string; name: string },
  count: number,
): Promise<{ booking: Booking; slot: Slot }[]> {
  const free = (await freeSlots(school.url, student.token)).filter((slot) => slot.isVirtualSlot)
  const booked: { booking: Booking; slot: Slot }[] = []
  for (const slot of free.slice(0, count)) {
    const reply = await book(school.url, student, slot)
    if (reply.status >= 300) throw new Error(`not booked: ${JSON.stringify(reply.body)}`)
    booked.push({ booking: reply.body.booking, slot })
  }
  expect(booked).toHaveLength(count)
  return booked
}

/** The rows of a table or, on a phone, the cards. */
export function listRows(page: Page, label: string): Locator {
  const cards = page.getByRole('list', { name: label }).locator('> li')
  return page.getByRole('table', { name: label }).locator('tbody > tr').or(cards)
}
