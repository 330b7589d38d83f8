/**
 * The cancellation policy of a class as text, one line per term (D24). The instants are the
 * server's; they are shown in the viewer's zone (D44).
 */
import type { AppConfig, CancellationPolicy } from '@/api/types'
import { changesCopy } from '@/copy/changes'
import { epochMs, formatDeadline, toIso } from '@/lib/time'

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
  now: number
}

/** The policy of a class that is not booked yet, without deadlines that have passed. */
export function cancellationPolicyLines(
  terms: CancellationTerms,
  paid: PaidWith,
  dateTime: string,
  context: PolicyContext,
): readonly string[] | null {
  if (Number.isNaN(epochMs(dateTime))) return null
  return termLines(paid, openTerms(terms, paid, dateTime, context.now), context.zone)
}

/** The policy of a booking or a quote. */
export function bookedPolicyLines(policy: CancellationPolicy, context: PolicyContext): readonly string[] {
  const all: OpenTerm[] =
    policy.paidWith === 'credit'
      ? [{ brings: 'credit_returned', until: epochMs(policy.creditUntil) }]
      : [
          { brings: 'refund', until: epochMs(policy.refundUntil) },
          { brings: 'credit', until: epochMs(policy.creditUntil) },
        ]
  const open = all.filter(({ until }) => context.now <= until)
  return termLines(policy.paidWith, open, context.zone)
}

function termLines(paid: PaidWith, [first, second]: OpenTerm[], zone: string): readonly string[] {
  const deadline = ({ until }: OpenTerm) => formatDeadline(toIso(until), zone)
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
