/** Friends whom Arjun names, and what it takes for one of them to bring him a free class (D29). */
import { ask, book, freeSlots, login } from '../support/api.ts'
import { grantCredits } from '../support/credits.ts'
import { ARJUN, KAVYA, PADMA, PASSWORD } from '../support/people.ts'
import { keptSignIn } from '../support/signed-in.ts'
import type { Tala } from '../support/tala.ts'
import { until } from './teaching.ts'

const MINUTE_MS = 60_000
/** The daily job that gives free classes by itself. */
const DAILY_MS = 24 * 60 * MINUTE_MS

type Who = { name: string; email: string }

export const ASHA = { name: 'Asha Rao', email: 'asha@new.test' }

async function tokenFor(school: Tala, { email }: Who): Promise<string> {
  const { value } = await keptSignIn(school.url, email, PASSWORD)
  return (JSON.parse(value) as { access_token: string }).access_token
}

/** Arjun has named Kavya, who has joined since and taken a class, and somebody who has not come yet. */
export async function nameFriends(school: Tala): Promise<void> {
  const token = await tokenFor(school, ARJUN)
  for (const { name, email } of [KAVYA, ASHA]) {
    await ask(school.url, '/api/referrals', { token, body: { name, email } })
  }
  await takeFirstClass(school, KAVYA)
}

/**
 * Joins with Padma's code, and takes a class. The daily job runs shortly before it ends, so that the free class is left
 * for an administrator to give.
 */
export async function takeFirstClass(school: Tala, who: Who): Promise<void> {
  const { url } = school
  const token = await tokenFor(school, who)
  const { _id: id } = await login(url, token)
  const form = { email: who.email, name: who.name, referralCode: PADMA.code, location: 'India' }
  await ask(url, '/api/onboard-student', { token, body: form })
  const profile = await ask<{ teacher: { _id: string } }>(url, `/api/student-profile?email=${who.email}`, {
    token,
  })
  await grantCredits(school.database, [{ studentId: id, teacherId: profile.teacher._id, credits: 1 }])
  const far = Date.now() + DAILY_MS + 60 * MINUTE_MS
  const slot = (await freeSlots(url, token)).find(
    ({ isVirtualSlot, dateTime }) => isVirtualSlot && Date.parse(dateTime) > far,
  )
  if (!slot) throw new Error('Padma has no free hour after tomorrow')
  const reply = await book(url, { ...who, id, token }, slot)
  if (reply.status >= 300) throw new Error(`not booked: ${JSON.stringify(reply.body)}`)
  await until(school, new Date(Date.parse(slot.dateTime) - 30 * MINUTE_MS))
  await until(school, new Date(Date.parse(slot.endDateTime) + MINUTE_MS))
}
