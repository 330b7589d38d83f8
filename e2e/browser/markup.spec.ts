/**
 * HTML in every user-supplied text is shown as text, in each area and in the mails, and nothing of
 * it runs.
 */

import type { BrowserContext, Page } from '@playwright/test'
import { TERMS_VERSION } from '../../web/src/lib/termsVersion.ts'
import {
  advanceClock,
  type Booking,
  book,
  callOk,
  freeSlots,
  login,
  readMailbox,
  signInAdmin,
} from '../support/api.ts'
import { waitForMailsInProgress } from '../support/database.ts'
import { KAVYA, PASSWORD } from '../support/people.ts'
import { createStoredSignIn } from '../support/stored-sign-in.ts'
import type { Tala } from '../support/tala.ts'
import { signInAsAdmin } from './adminHelpers.ts'
import { expect, signIn, test, tokenOf } from './fixtures.ts'
import { startWizard } from './teacherHelpers.ts'

// Without a space, so that it is part of the first word of a name.
const MARKUP = '<img/src="x"/onerror="ran()">'
const SCRIPT = '<script>ran()</script>'
/** A text with HTML that calls `ran()` if it is interpreted. */
const withMarkup = (text: string) => `${text}${MARKUP}${SCRIPT}`

const TEACHER = { name: withMarkup('Tarini'), email: 'tarini@new.test', password: 'seven bells at dawn' }
const STUDENT = { ...KAVYA, name: withMarkup('Kavya') }

type Send = (path: string, body: object, method?: string) => Promise<Record<string, string>>

/** Sends requests with these headers. */
function createSender(school: Tala, headers: Record<string, string>): Send {
  return async (path, body, method = 'POST') => {
    const response = await fetch(school.url + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} → ${response.status} ${text}`)
    return JSON.parse(text)
  }
}

const createUserSender = (school: Tala, token: string) =>
  createSender(school, { authorization: `Bearer ${token}` })

/** Records each execution of the injected code in this browser. */
async function recordExecutions(context: BrowserContext): Promise<string[]> {
  const executions: string[] = []
  await context.exposeFunction('ran', () => void executions.push('ran'))
  return executions
}

/** The number of elements created from the injected HTML. */
const countInjectedElements = (page: Page) =>
  page.evaluate(() => {
    const elements = [...document.querySelectorAll('img, script')]
    return elements.filter(
      (element) => element.getAttribute('src') === 'x' || element.textContent === 'ran()',
    ).length
  })

/** Opens a page and expects the HTML as text, and no element of it. */
async function expectShownAsText(page: Page, url: string, text = MARKUP): Promise<void> {
  await page.goto(url)
  await page.reload()
  await expect(page.getByText(text).first()).toBeVisible()
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
  expect(await countInjectedElements(page)).toBe(0)
}

function application() {
  return {
    email: TEACHER.email,
    name: TEACHER.name,
    bio: withMarkup('I have danced since I was five.'),
    teacherProfile: {
      firstName: withMarkup('Tarini'),
      lastName: withMarkup('Rao'),
      country: 'India',
      experience: withMarkup('Ten years'),
      danceEducation: withMarkup('Kalakshetra'),
      guru: withMarkup('Smt. Leela'),
      googleMeetLink: 'https://meet.google.com/abc-defg-hij',
      yearsTeaching: '10+',
      studentAges: ['adults'],
      ageConfirmed: true,
      danceStylesWithLevel: [{ style: 'Kathak', level: 'advanced' }],
      notes: withMarkup('Evenings only'),
    },
    paymentSettings: { inrRate: 999, usdRate: 24.99 },
    acceptedTerms: TERMS_VERSION,
  }
}

async function createTexts(school: Tala, teacherToken: string) {
  const { url } = school
  const teacher = createUserSender(school, teacherToken)
  const admin = createSender(school, await signInAdmin(url, 'admin', PASSWORD))
  const { _id: teacherId } = await login(url, teacherToken)
  await admin(`/api/admin/approve-teacher/${teacherId}`, {})
  const { referralCode: code } = await teacher('/api/teacher/generate-referral-code', {
    email: TEACHER.email,
  })
  await teacher(`/api/teacher/${teacherId}/availability`, {
    timeZone: 'Asia/Kolkata',
    visibilityDays: 60,
    weeklySchedule: [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({
      dayOfWeek,
      timeRanges: [{ start: '06:00', end: '22:00' }],
    })),
  })
  await teacher('/api/teacher/update-payment-settings', {
    email: TEACHER.email,
    paymentSettings: {
      country: 'India',
      accountHolderName: withMarkup('Tarini'),
      bankName: withMarkup('State Bank'),
      ifscCode: 'SBIN0001234',
      accountNumber: '00012345678901',
      paymentCycle: 'Monthly',
      inrRate: 999,
      usdRate: 24.99,
    },
  })

  const stored = await createStoredSignIn(url, STUDENT.email, PASSWORD)
  const token = (JSON.parse(stored.value) as { access_token: string }).access_token
  const student = createUserSender(school, token)
  const { _id: studentId } = await login(url, token)
  const form = { email: STUDENT.email, name: STUDENT.name, referralCode: code, location: 'India' }
  await student('/api/onboard-student', {
    ...form,
    timeZone: 'Asia/Kolkata',
    ageBand: '30-44',
    acceptedTerms: TERMS_VERSION,
  })
  const person = `/api/admin/people/${studentId}`
  await admin(`${person}/credits`, { teacherId, count: 9, days: 60, reason: withMarkup('A gift') })
  const actor = { id: studentId, token, email: STUDENT.email, name: STUDENT.name }
  const booked: Booking[] = []
  for (const slot of (await freeSlots(url, token)).slice(-3)) {
    booked.push((await book(url, actor, slot)).body.booking)
  }
  const [keptBooking, cancelledByStudent, cancelledByTeacher] = booked as [Booking, Booking, Booking]
  await student(`/api/bookings/${cancelledByStudent._id}/cancel`, { reason: withMarkup('I am ill') })
  await teacher(`/api/bookings/${cancelledByTeacher._id}/cancel`, { reason: withMarkup('A concert') })
  await student('/api/referrals', { name: withMarkup('A friend'), email: 'friend@new.test' })
  const message = {
    messageType: 'general',
    subject: withMarkup('A question'),
    message: withMarkup('May a parent watch?'),
  }
  await student('/api/email/student-contact', { ...message, studentEmail: STUDENT.email })
  await teacher('/api/email/teacher-support', { ...message, from: TEACHER.email })
  await teacher(
    `/api/teacher/students/${studentId}/notes`,
    { text: withMarkup('Good feet'), version: 0 },
    'PUT',
  )

  const waitlistEntry = {
    name: withMarkup('Asha'),
    email: 'asha@waits.test',
    role: 'Student',
    dancestyle: 'Ballet',
  }
  await callOk(url, '/api/waitlist', {
    body: { ...waitlistEntry, location: withMarkup('Pune'), country: withMarkup('India'), elapsedMs: 60_000 },
  })
  const headers = await signInAdmin(url, 'admin', PASSWORD)
  const first = async (list: string) =>
    (await callOk<{ items: [{ _id: string }] }>(url, `/api/admin/${list}`, { headers })).items[0]._id
  await admin(`/api/admin/waitlist/${await first('waitlist')}/invite`, { code, note: withMarkup('Come') })
  const question = await first('messages')
  await admin(`/api/admin/messages/${question}/reply`, { text: withMarkup('Yes, gladly') })
  await admin('/api/admin/coupons', { code: 'SPRING', percent: 10, note: withMarkup('For spring') })
  await admin(`${person}/suspend`, { reason: withMarkup('A doubt') })
  await admin(`${person}/unsuspend`, { reason: withMarkup('No doubt') })
  return { teacherId, studentId, question, booking: keptBooking._id, cancelled: cancelledByTeacher._id }
}

test('HTML in any text is shown as text, in every area and in every mail, and nothing of it runs', async ({
  page,
  openBrowser,
  school,
}) => {
  const teacher = await openBrowser()
  const student = await openBrowser()
  // On a blank page, without a CSP that would prevent markup in mails from running.
  const reader = await openBrowser()
  const executions = await Promise.all(
    [page, teacher, student, reader].map((browserPage) => recordExecutions(browserPage.context())),
  )

  // The detection works: interpreted as HTML, the code runs.
  await reader.setContent(withMarkup('A page of its own'))
  await expect.poll(() => executions.flat()).toEqual(['ran', 'ran'])
  expect(await countInjectedElements(reader)).toBe(2)
  for (const calls of executions) calls.length = 0

  await startWizard(teacher, school, TEACHER)
  const token = await tokenOf(teacher)
  await createUserSender(school, token)('/api/onboard/teacher', application())
  await signInAsAdmin(page, school)
  await page.getByRole('button', { name: 'Details of Tarini' }).click()
  await page.getByText('Raw data').click()
  await expectShownAsText(page, `${school.url}/admin#approvals`)
  await page.getByRole('button', { name: 'Reject Tarini' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject Tarini' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(withMarkup('Please add a video'))
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(page.getByText('Teacher rejected')).toBeVisible()
  // The email waits as long as the decision can be undone.
  await advanceClock(school.url, 1)
  await expectShownAsText(teacher, `${school.url}/onboarding`)
  await createUserSender(school, token)('/api/onboard/teacher', application())
  await expectShownAsText(page, `${school.url}/admin#approvals`)

  const { teacherId, studentId, question, booking, cancelled } = await createTexts(school, token)
  for (const place of [
    'messages',
    `messages/${question}`,
    'people?q=kavya',
    `people/${studentId}`,
    `people/${teacherId}`,
    'bookings',
    `bookings/${booking}`,
    `bookings/${cancelled}`,
    'waitlist?state=invited',
    'referrals',
    'coupons',
    'audit',
  ]) {
    await test.step(`admin: ${place}`, () => expectShownAsText(page, `${school.url}/admin#${place}`))
  }
  for (const place of ['dashboard', 'classes', 'students', `students/${studentId}`, 'profile']) {
    await test.step(`teacher: ${place}`, () => expectShownAsText(teacher, `${school.url}/teacher#${place}`))
  }
  await signIn(student, school, STUDENT)
  for (const place of ['dashboard', 'activeclasses', 'history', 'account']) {
    await test.step(`student: ${place}`, () => expectShownAsText(student, `${school.url}/booking#${place}`))
  }

  await advanceClock(school.url, 1)
  await waitForMailsInProgress(school.database)
  const mails = await readMailbox(school.url)
  const mailsWithMarkup = mails.filter(({ html }) => html.includes('&lt;img/src='))
  expect(mailsWithMarkup.length).toBeGreaterThan(8)
  for (const mail of mails) {
    await test.step(`mail: ${mail.subject}`, async () => {
      await reader.setContent(mail.html)
      expect(await countInjectedElements(reader)).toBe(0)
    })
  }
  expect(executions.flat()).toEqual([])
})
