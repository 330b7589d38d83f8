/** What waits for the back office: people in the queue, bank accounts, work that is stuck. */
import { randomUUID } from 'node:crypto'
import { ask } from './api.ts'
import type { Database } from './database.ts'

export const PROBLEM = 'the mail server said 554: no such mailbox'

export const ASHA = { name: 'Asha Rao', email: 'asha@waits.test', role: 'Student' }
export const GURU = { name: 'Kamala Devi', email: 'kamala@waits.test', role: 'Teacher' }

export const PADMAS_ACCOUNT = '987654321098'
export const LEELAS_ACCOUNT = '000123456789'

const ACCOUNT = {
  accountHolderName: 'The Teacher',
  bankName: 'Indian Bank',
  paymentCycle: 'Bi-weekly',
  inrRate: 999,
  usdRate: 24.99,
}
/** Where Padma wants to be paid. */
export const IN_INDIA = {
  ...ACCOUNT,
  country: 'India',
  accountNumber: PADMAS_ACCOUNT,
  ifscCode: 'IDIB000T014',
}
/** Where Leela does. */
export const IN_AMERICA = {
  ...ACCOUNT,
  country: 'United States',
  accountNumber: LEELAS_ACCOUNT,
  routingNumber: '021000021',
}

/** A teacher tells where to be paid. */
export async function tellAccount(
  url: string,
  token: string,
  email: string,
  paymentSettings: object,
): Promise<void> {
  await ask(url, '/api/teacher/update-payment-settings', { token, body: { email, paymentSettings } })
}

/** Two people wait for a place. */
export async function queueUp(url: string): Promise<void> {
  for (const who of [ASHA, GURU]) {
    const body = {
      ...who,
      location: 'Pune',
      country: 'India',
      dancestyle: 'Indian Classical Dance',
      elapsedMs: 60_000,
    }
    await ask(url, '/api/waitlist', { body })
  }
}

/** A mail about a class that was given up; it was to say this to one of its two people. */
export async function getStuck(
  database: Database,
  mail: { kind: string; audience: 'student' | 'teacher'; [more: string]: string } = {
    kind: 'booking_confirmed',
    audience: 'student',
  },
): Promise<void> {
  const [booking] = await database.column(
    `SELECT ${database.shownId('id')} FROM bookings WHERE status = 'confirmed'`,
  )
  if (!booking) throw new Error('no class is booked')
  const payload = JSON.stringify({ ...mail, booking_id: booking })
  const now = `${Date.now()}000`
  await database.run(
    `INSERT INTO outbox (id, topic, subject_id, payload, state, run_at, attempts, last_error, created_at, finished_at)
     VALUES (${database.id(randomUUID())}, '${mail.kind}_${mail.audience}', ${database.id(booking)}, '${payload}', 'dead', ${now}, 12, '${PROBLEM}', ${now}, ${now})`,
  )
}
