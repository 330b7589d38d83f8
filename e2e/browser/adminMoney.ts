/** What the journeys of the back office begin with: a payment, earnings of two teachers, stuck work, a friend, who waits. */
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { ask } from '../support/api.ts'
import { putBack, sqlite } from '../support/database.ts'
import { ARJUN, LEELA, PADMA, PASSWORD } from '../support/people.ts'
import type { Tala } from '../support/tala.ts'
import { confirmation, type Elsewhere, expect, signInAsStudent, tokenOf } from './fixtures.ts'
import { orderBecomes, payByUpi, startPaying } from './paying.ts'
import { signInAsTeacher } from './teaching.ts'

export const PADMAS_ACCOUNT = '987654321098'
export const LEELAS_ACCOUNT = '000123456789'
export const PROBLEM = 'the mail server said 554: no such mailbox'

export const ASHA = { name: 'Asha Rao', email: 'asha@waits.test', role: 'Student' }
export const GURU = { name: 'Kamala Devi', email: 'kamala@waits.test', role: 'Teacher' }

export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true })

/** Into the back office, as the demo's administrator. */
export async function enter(page: Page, school: Tala, password = PASSWORD): Promise<void> {
  await page.goto(`${school.url}/admin-login`)
  await page.getByRole('textbox', { name: 'Username' }).fill('admin')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(heading(page, 'Teacher Approval Dashboard')).toBeVisible()
}

/** A section by its address. */
export async function visit(page: Page, school: Tala, hash: string, title: string): Promise<void> {
  await page.goto(`${school.url}/admin#${hash}`)
  await expect(heading(page, title)).toBeVisible()
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
}

/** One of a list, which is a table at a desk and cards on a phone. */
export function item(page: Page, list: string, text: string): Locator {
  const row = page.getByRole('table', { name: list }).getByRole('row')
  return row.or(page.getByRole('list', { name: list }).getByRole('listitem')).filter({ hasText: text })
}

/** Fills the reason in, and presses twice as nervous people do. */
export async function act(dialog: Locator, reason: string, button: string): Promise<void> {
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason)
  await dialog.getByRole('button', { name: button, exact: true }).dblclick()
}

/** Arjun pays for a class by UPI. */
export async function payForAClass(elsewhere: Elsewhere, school: Tala): Promise<void> {
  const student = await elsewhere()
  await signInAsStudent(student, school, ARJUN)
  await startPaying(student)
  await payByUpi(student)
  await expect(confirmation(student)).toBeVisible()
  await orderBecomes(student, school, 'booked')
}

/** Two people wait for a place. */
export async function queueUp(school: Tala): Promise<void> {
  for (const who of [ASHA, GURU]) {
    const body = {
      ...who,
      location: 'Pune',
      country: 'India',
      dancestyle: 'Indian Classical Dance',
      elapsedMs: 60_000,
    }
    await ask(school.url, '/api/waitlist', { body })
  }
}

/** Both teachers tell an account, and what they have taught lies so far back that it is due. */
export async function earn(elsewhere: Elsewhere, school: Tala): Promise<void> {
  const account = {
    accountHolderName: 'The Teacher',
    bankName: 'Indian Bank',
    paymentCycle: 'Bi-weekly',
    inrRate: 999,
    usdRate: 24.99,
  }
  const accounts = [
    [PADMA, { ...account, country: 'India', accountNumber: PADMAS_ACCOUNT, ifscCode: 'IDIB000T014' }],
    [
      LEELA,
      { ...account, country: 'United States', accountNumber: LEELAS_ACCOUNT, routingNumber: '021000021' },
    ],
  ] as const
  for (const [teacher, paymentSettings] of accounts) {
    const page = await elsewhere()
    await signInAsTeacher(page, school, teacher)
    const token = await tokenOf(page)
    await ask(school.url, '/api/teacher/update-payment-settings', {
      token,
      body: { email: teacher.email, paymentSettings },
    })
    await page.context().close()
  }
  await putBack(school.database, 40)
}

/** A mail that was given up. */
export async function getStuck(school: Tala): Promise<void> {
  const database = sqlite(school.dataFolder)
  const [booking = ''] = await database.column("SELECT hex(id) FROM bookings WHERE status = 'confirmed'")
  const uuid = booking.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const payload = JSON.stringify({ kind: 'booking_confirmed', booking_id: uuid, audience: 'student' })
  const now = `${Date.now()}000`
  await database.run(
    `INSERT INTO outbox (id, topic, subject_id, payload, state, run_at, attempts, last_error, created_at, finished_at)
     VALUES (${database.id(randomUUID())}, 'booking_confirmed_student', ${database.id(uuid)}, '${payload}', 'dead', ${now}, 12, '${PROBLEM}', ${now}, ${now})`,
  )
}
