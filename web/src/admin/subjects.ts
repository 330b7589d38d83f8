import type { AuditLine } from '@/api/adminTypes'
import { adminHistoryCopy } from '@/copy/adminHistory'

/** An act of a server of another release may be unknown here. */
const ACTS: Readonly<Record<string, string>> = adminHistoryCopy.acts satisfies Record<
  AuditLine['action'],
  string
>

const PERSON = ['person_', 'currency_', 'credits_granted', 'teacher_', 'student_']
const BOOKING = ['booking_', 'booked_', 'no_show_']

/** Where the page of what an act was done to is, if it has one; the act's name tells what it was. */
export function subjectHash({ action, subject }: AuditLine): string | null {
  if (!subject) return null
  if (BOOKING.some((name) => action.startsWith(name))) return `bookings/${subject}`
  if (action.startsWith('order_')) return `orders/${subject}`
  if (action.startsWith('payout_')) return `payouts/${subject}`
  if (PERSON.some((name) => action.startsWith(name))) return `people/${subject}`
  return null
}

/** The name of whoever did it: a person, an administrator, or the program. */
export function whoOf({ actor, actorName }: AuditLine): string {
  if (actorName) return actorName
  return actor === 'console' ? adminHistoryCopy.program : actor.replace(/^admin:/, '')
}

/** What was done, in words. */
export function actWords(action: string): string {
  const plain = action.replaceAll('_', ' ')
  return ACTS[action] ?? plain.charAt(0).toUpperCase() + plain.slice(1)
}
