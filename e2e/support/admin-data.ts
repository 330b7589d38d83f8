/** Data for the admin area: waitlist entries, bank accounts, a failed mail. */
import { randomUUID } from 'node:crypto'
import { callOk } from './api.ts'
import type { Database } from './database.ts'

export const SMTP_ERROR = 'the mail server said 554: no such mailbox'

export const ASHA = { name: 'Asha Rao', email: 'asha@waits.test', role: 'Student' }
export const KAMALA = { name: 'Kamala Devi', email: 'kamala@waits.test', role: 'Teacher' }

export const PADMA_ACCOUNT_NUMBER = '987654321098'
export const LEELA_ACCOUNT_NUMBER = '000123456789'

const ACCOUNT = {
  accountHolderName: 'The Teacher',
  bankName: 'Indian Bank',
  paymentCycle: 'Bi-weekly',
  inrRate: 999,
  usdRate: 24.99,
}
/** Padma's bank account. */
export const INDIAN_ACCOUNT = {
  ...ACCOUNT,
  country: 'India',
  accountNumber: PADMA_ACCOUNT_NUMBER,
  ifscCode: 'IDIB000T014',
}
/** Leela's bank account. */
export const AMERICAN_ACCOUNT = {
  ...ACCOUNT,
  country: 'United States',
  accountNumber: LEELA_ACCOUNT_NUMBER,
  routingNumber: '021000021',
}

/** Saves a teacher's bank account. */
export async function saveBankAccount(
  url: string,
  token: string,
  email: string,
  paymentSettings: object,
): Promise<void> {
  await callOk(url, '/api/teacher/update-payment-settings', { token, body: { email, paymentSettings } })
}

/** Adds two people to the waitlist. */
export async function fillWaitlist(url: string): Promise<void> {
  for (const entry of [ASHA, KAMALA]) {
    const body = {
      ...entry,
      location: 'Pune',
      country: 'India',
      dancestyle: 'Indian Classical Dance',
      elapsedMs: 60_000,
    }
    await callOk(url, '/api/waitlist', { body })
  }
}

/** Adds a mail about a class to the outbox that has failed permanently, to this recipient. */
export async function addDeadMail(
  database: Database,
  mail: { kind: string; audience: 'student' | 'teacher'; [more: string]: string } = {
    kind: 'booking_confirmed',
    audience: 'student',
  },
): Promise<void> {
  const [booking] = await database.column(
    `SELECT ${database.idText('id')} FROM bookings WHERE status = 'confirmed'`,
  )
  if (!booking) throw new Error('no class is booked')
  const payload = JSON.stringify({ ...mail, booking_id: booking })
  const now = `${Date.now()}000`
  await database.run(
    `INSERT INTO outbox (id, topic, subject_id, payload, state, run_at, attempts, last_error, created_at, finished_at)
     VALUES (${database.id(randomUUID())}, '${mail.kind}_${mail.audience}', ${database.id(booking)}, '${payload}', 'dead', ${now}, 12, '${SMTP_ERROR}', ${now}, ${now})`,
  )
}
