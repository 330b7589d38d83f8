/** What the journeys about money in the back office begin with: earnings of two teachers, stuck work. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { ask } from '../support/api.ts'
import { putBack, sqlite } from '../support/database.ts'
import { LEELA, PADMA, PASSWORD } from '../support/people.ts'
import type { Tala } from '../support/tala.ts'
import { type Elsewhere, expect, tokenOf } from './fixtures.ts'
import { signInAsTeacher } from './teaching.ts'

export const PADMAS_ACCOUNT = '987654321098'
export const LEELAS_ACCOUNT = '000123456789'
export const PROBLEM = 'the mail server said 554: no such mailbox'

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
