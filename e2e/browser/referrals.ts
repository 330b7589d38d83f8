/** Referrals by Arjun, and what a referred friend must do for his reward (D29). */
import { TERMS_VERSION } from '../../web/src/lib/termsVersion.ts'
import { book, callOk, freeSlots, login } from '../support/api.ts'
import { grantCredits } from '../support/credits.ts'
import { ARJUN, KAVYA, PADMA, PASSWORD } from '../support/people.ts'
import { createStoredSignIn } from '../support/stored-sign-in.ts'
import type { Tala } from '../support/tala.ts'
import { advanceTo } from './teacherHelpers.ts'

const MINUTE_MS = 60_000
/** The daily job grants rewards automatically. */
const DAILY_MS = 24 * 60 * MINUTE_MS

type Person = { name: string; email: string }

export const ASHA = { name: 'Asha Rao', email: 'asha@new.test' }

async function tokenFor(school: Tala, { email }: Person): Promise<string> {
  const { value } = await createStoredSignIn(school.url, email, PASSWORD)
  return (JSON.parse(value) as { access_token: string }).access_token
}

/** Arjun refers Kavya, who then joins and takes a class, and somebody who does not join. */
export async function addReferrals(school: Tala): Promise<void> {
  const token = await tokenFor(school, ARJUN)
  for (const { name, email } of [KAVYA, ASHA]) {
    await callOk(school.url, '/api/referrals', { token, body: { name, email } })
  }
  await takeFirstClass(school, KAVYA)
}

/**
 * Joins with Padma's code and takes a class. The daily job runs shortly before its end, so that the
 * reward remains to be granted by an administrator.
 */
export async function takeFirstClass(school: Tala, person: Person): Promise<void> {
  const { url } = school
  const token = await tokenFor(school, person)
  const { _id: id } = await login(url, token)
  const form = {
    email: person.email,
    name: person.name,
    referralCode: PADMA.code,
    location: 'India',
    ageBand: '30-44',
    acceptedTerms: TERMS_VERSION,
  }
  await callOk(url, '/api/onboard-student', { token, body: form })
  const profile = await callOk<{ teacher: { _id: string } }>(
    url,
    `/api/student-profile?email=${person.email}`,
    {
      token,
    },
  )
  await grantCredits(school.database, [{ studentId: id, teacherId: profile.teacher._id, credits: 1 }])
  const minStart = Date.now() + DAILY_MS + 60 * MINUTE_MS
  const slot = (await freeSlots(url, token)).find(
    ({ isVirtualSlot, dateTime }) => isVirtualSlot && Date.parse(dateTime) > minStart,
  )
  if (!slot) throw new Error('Padma has no free hour after tomorrow')
  const reply = await book(url, { ...person, id, token }, slot)
  if (reply.status >= 300) throw new Error(`not booked: ${JSON.stringify(reply.body)}`)
  await advanceTo(school, new Date(Date.parse(slot.dateTime) - 30 * MINUTE_MS))
  await advanceTo(school, new Date(Date.parse(slot.endDateTime) + MINUTE_MS))
}
