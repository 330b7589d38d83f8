/**
 * Cancellation policy of a class that is not booked yet, from the server's terms, in the viewer's
 * and the teacher's local time (D24).
 */
import type { AppConfig, CancellationPolicy } from '@/api/types'
import { changesCopy } from '@/copy/changes'
import { epochMs, formatDay, formatInOtherZone, formatTime, toIso, zoneCity } from '@/lib/time'

const copy = changesCopy.promise

export type CancellationTerms = AppConfig['cancelling']
type PaidWith = CancellationPolicy['paidWith']

interface OpenTerm {
  brings: CancellationTerms[PaidWith][number]['brings']
  /** Deadline in milliseconds since 1970. */
  until: number
}

/** The terms of a class that can still be used; the first one applies. */
export function openTerms(
  terms: CancellationTerms,
  paid: PaidWith,
  dateTime: string,
  now: number,
): OpenTerm[] {
  const start = epochMs(dateTime)
  return terms[paid]
    .map(({ hoursBefore, brings }) => ({ brings, until: start - hoursBefore * 3_600_000 }))
    .filter(({ until }) => now <= until)
}

interface PolicyContext {
  zone: string
  teacherZone: string | null
  now: number
}

/** The policy of a class as text, without deadlines that have passed. */
export function cancellationPolicyText(
  terms: CancellationTerms,
  paid: PaidWith,
  dateTime: string,
  context: PolicyContext,
): string | null {
  if (Number.isNaN(epochMs(dateTime))) return null
  return termsText(paid, openTerms(terms, paid, dateTime, context.now), context)
}

/** The policy of a booking: the server's text, which is English, or a translation of it. */
export function bookedPolicyText(policy: CancellationPolicy, context: PolicyContext): string {
  if (document.documentElement.lang !== 'hi') return policy.sentence
  const all: OpenTerm[] =
    policy.paidWith === 'credit'
      ? [{ brings: 'credit_returned', until: epochMs(policy.creditUntil) }]
      : [
          { brings: 'refund', until: epochMs(policy.refundUntil) },
          { brings: 'credit', until: epochMs(policy.creditUntil) },
        ]
  const open = all.filter(({ until }) => context.now <= until)
  return termsText(policy.paidWith, open, context)
}

function termsText(
  paid: PaidWith,
  [first, second]: OpenTerm[],
  { zone, teacherZone }: PolicyContext,
): string {
  const deadline = ({ until }: OpenTerm) => formatDeadline(toIso(until), zone, teacherZone)
  if (!first) return copy.over
  if (second) return (paid === 'coupon' ? copy.coupon : copy.money)(deadline(first), deadline(second))
  return (first.brings === 'credit_returned' ? copy.credit : copy.late)(deadline(first))
}

/** What rescheduling loses: the refund, or the right to cancel at all. */
export function lostByRescheduling(
  terms: CancellationTerms,
  paid: PaidWith,
  { from, to, now }: { from: string; to: string; now: number },
): 'refund' | 'all' | null {
  const outcomeOf = (dateTime: string) => openTerms(terms, paid, dateTime, now)[0]?.brings
  if (!outcomeOf(to)) return 'all'
  return paid === 'money' && outcomeOf(from) === 'refund' && outcomeOf(to) !== 'refund' ? 'refund' : null
}

/** `Mon, 23 Nov, 1:30 pm Kolkata (8:00 am your time)` */
function formatDeadline(at: string, zone: string, teacherZone: string | null): string {
  const teacherTime = teacherZone && formatInOtherZone(at, zone, teacherZone)
  if (!teacherTime) return `${formatDay(at, zone)}, ${formatTime(at, zone)}`
  const ownTime = formatTime(at, zone)
  const teacherDateTime = `${formatDay(at, teacherZone)}, ${formatTime(at, teacherZone)} ${zoneCity(teacherZone)}`
  const sameDay = formatDay(at, zone) === formatDay(at, teacherZone)
  return copy.yourTime(teacherDateTime, sameDay ? ownTime : `${formatDay(at, zone)}, ${ownTime}`)
}
