/** Markup in every text that others read: it stands there as text, in each area and in the mails, and nothing of it runs. */
import type { BrowserContext, Page } from '@playwright/test'
import { ask, type Booking, book, freeSlots, login, readMailbox, signInAdmin } from '../support/api.ts'
import { noMailOnItsWay } from '../support/database.ts'
import { KAVYA, PASSWORD } from '../support/people.ts'
import { keptSignIn } from '../support/signed-in.ts'
import type { Tala } from '../support/tala.ts'
import { enter } from './adminMoney.ts'
import { expect, signIn, test, tokenOf } from './fixtures.ts'
import { beginWizard } from './teaching.ts'

// Without a blank, so that it stands in the first word of a name, too.
const MARKUP = '<img/src="x"/onerror="ran()">'
const SCRIPT = '<script>ran()</script>'
/** Something to be read, with markup that tells when it is taken for such. */
const text = (words: string) => `${words}${MARKUP}${SCRIPT}`

const TEACHER = { name: text('Tarini'), email: 'tarini@new.test', password: 'seven bells at dawn' }
const STUDENT = { ...KAVYA, name: text('Kavya') }

type Put = (path: string, body: object, method?: string) => Promise<Record<string, string>>

/** Calls by somebody with these headers. */
function caller(school: Tala, headers: Record<string, string>): Put {
  return async (path, body, method = 'POST') => {
    const response = await fetch(school.url + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const said = await response.text()
    if (!response.ok) throw new Error(`${path} → ${response.status} ${said}`)
    return JSON.parse(said)
  }
}

const asPerson = (school: Tala, token: string) => caller(school, { authorization: `Bearer ${token}` })

/** From now on whatever runs in a page of this browser is told. */
async function listen(context: BrowserContext): Promise<string[]> {
  const heard: string[] = []
  await context.exposeFunction('ran', () => void heard.push('ran'))
  return heard
}

/** How much of the markup is markup on this page. */
const elements = (page: Page) =>
  page.evaluate(() => {
    const found = [...document.querySelectorAll('img, script')]
    return found.filter((one) => one.getAttribute('src') === 'x' || one.textContent === 'ran()').length
  })

/** Opens a page of ours; the markup is on view as text, once and more, and nowhere is it an element. */
async function look(page: Page, address: string, words = MARKUP): Promise<void> {
  await page.goto(address)
  await page.reload()
  await expect(page.getByText(words).first()).toBeVisible()
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
  expect(await elements(page)).toBe(0)
}

function application() {
  return {
    email: TEACHER.email,
    name: TEACHER.name,
    bio: text('I have danced since I was five.'),
    teacherProfile: {
      firstName: text('Tarini'),
      lastName: text('Rao'),
      country: 'India',
      experience: text('Ten years'),
      danceEducation: text('Kalakshetra'),
      guru: text('Smt. Leela'),
      googleMeetLink: 'https://meet.google.com/abc-defg-hij',
      yearsTeaching: '10+',
      studentAges: ['adults'],
      ageConfirmed: true,
      danceStylesWithLevel: [{ style: 'Kathak', level: 'advanced' }],
      notes: text('Evenings only'),
    },
    paymentSettings: { inrRate: 999, usdRate: 24.99 },
  }
}

async function writeAll(school: Tala, teacherToken: string) {
  const { url } = school
  const teacher = asPerson(school, teacherToken)
  const office = caller(school, await signInAdmin(url, 'admin', PASSWORD))
  const { _id: teacherId } = await login(url, teacherToken)
  await office(`/api/admin/approve-teacher/${teacherId}`, {})
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
      accountHolderName: text('Tarini'),
      bankName: text('State Bank'),
      ifscCode: 'SBIN0001234',
      accountNumber: '00012345678901',
      paymentCycle: 'Monthly',
      inrRate: 999,
      usdRate: 24.99,
    },
  })

  const kept = await keptSignIn(url, STUDENT.email, PASSWORD)
  const token = (JSON.parse(kept.value) as { access_token: string }).access_token
  const student = asPerson(school, token)
  const { _id: studentId } = await login(url, token)
  const joining = { email: STUDENT.email, name: STUDENT.name, referralCode: code, location: 'India' }
  await student('/api/onboard-student', { ...joining, timeZone: 'Asia/Kolkata' })
  const person = `/api/admin/people/${studentId}`
  await office(`${person}/credits`, { teacherId, count: 9, days: 60, reason: text('A gift') })
  const who = { id: studentId, token, email: STUDENT.email, name: STUDENT.name }
  const booked: Booking[] = []
  for (const slot of (await freeSlots(url, token)).slice(-3)) {
    booked.push((await book(url, who, slot)).body.booking)
  }
  const [stays, byStudent, byTeacher] = booked as [Booking, Booking, Booking]
  await student(`/api/bookings/${byStudent._id}/cancel`, { reason: text('I am ill') })
  await teacher(`/api/bookings/${byTeacher._id}/cancel`, { reason: text('A concert') })
  await student('/api/referrals', { name: text('A friend'), email: 'friend@new.test' })
  const message = {
    messageType: 'general',
    subject: text('A question'),
    message: text('May a parent watch?'),
  }
  await student('/api/email/student-contact', { ...message, studentEmail: STUDENT.email })
  await teacher('/api/email/teacher-support', { ...message, from: TEACHER.email })
  await teacher(`/api/teacher/students/${studentId}/notes`, { text: text('Good feet'), version: 0 }, 'PUT')

  const waiting = { name: text('Asha'), email: 'asha@waits.test', role: 'Student', dancestyle: 'Ballet' }
  await ask(url, '/api/waitlist', {
    body: { ...waiting, location: text('Pune'), country: text('India'), elapsedMs: 60_000 },
  })
  const headers = await signInAdmin(url, 'admin', PASSWORD)
  const first = async (list: string) =>
    (await ask<{ items: [{ _id: string }] }>(url, `/api/admin/${list}`, { headers })).items[0]._id
  await office(`/api/admin/waitlist/${await first('waitlist')}/invite`, { code, note: text('Come') })
  const question = await first('messages')
  await office(`/api/admin/messages/${question}/answer`, { text: text('Yes, gladly') })
  await office('/api/admin/coupons', { code: 'SPRING', percent: 10, note: text('For spring') })
  await office(`${person}/suspend`, { reason: text('A doubt') })
  await office(`${person}/restore`, { reason: text('No doubt') })
  return { teacherId, studentId, question, booking: stays._id, cancelled: byTeacher._id }
}

test('markup in any text stands as text, in every area and in every mail, and nothing of it runs', async ({
  page,
  elsewhere,
  school,
}) => {
  const teacher = await elsewhere()
  const student = await elsewhere()
  // Not on a page of ours, whose policy would keep markup of mails from running.
  const reader = await elsewhere()
  const heard = await Promise.all([page, teacher, student, reader].map((one) => listen(one.context())))

  // The trap works: where markup is markup, it runs.
  await reader.setContent(text('A page of its own'))
  await expect.poll(() => heard.flat()).toEqual(['ran', 'ran'])
  expect(await elements(reader)).toBe(2)
  for (const calls of heard) calls.length = 0

  await beginWizard(teacher, school, TEACHER)
  const token = await tokenOf(teacher)
  await asPerson(school, token)('/api/onboard/teacher', application())
  await enter(page, school)
  await page.getByRole('button', { name: 'Details of Tarini' }).click()
  await page.getByText('Raw data').click()
  await look(page, `${school.url}/admin#approvals`)
  await page.getByRole('button', { name: 'Reject Tarini' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject Tarini' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(text('Please add a video'))
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(page.getByText('Teacher rejected')).toBeVisible()
  await look(teacher, `${school.url}/onboarding`)
  await asPerson(school, token)('/api/onboard/teacher', application())
  await look(page, `${school.url}/admin#approvals`)

  const { teacherId, studentId, question, booking, cancelled } = await writeAll(school, token)
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
    await test.step(`office: ${place}`, () => look(page, `${school.url}/admin#${place}`))
  }
  for (const place of ['dashboard', 'classes', 'students', `students/${studentId}`, 'profile']) {
    await test.step(`teacher: ${place}`, () => look(teacher, `${school.url}/teacher#${place}`))
  }
  await signIn(student, school, STUDENT)
  for (const place of ['dashboard', 'activeclasses', 'history', 'account']) {
    await test.step(`student: ${place}`, () => look(student, `${school.url}/booking#${place}`))
  }

  await noMailOnItsWay(school.database)
  const mails = await readMailbox(school.url)
  const telling = mails.filter(({ html }) => html.includes('&lt;img/src='))
  expect(telling.length).toBeGreaterThan(8)
  for (const mail of mails) {
    await test.step(`mail: ${mail.subject}`, async () => {
      await reader.setContent(mail.html)
      expect(await elements(reader)).toBe(0)
    })
  }
  expect(heard.flat()).toEqual([])
})
