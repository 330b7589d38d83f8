/**
 * The promise of the refund policy, for an hour that nobody has booked yet: the server's terms and words, on this
 * device's clock and the teacher's (D24).
 */
import type { AppConfig, CancellationPolicy } from '@/api/types'
import { changesCopy } from '@/copy/changes'
import { epochMs, formatDay, formatTime, otherClock, toIso, zoneCity } from '@/lib/time'

const copy = changesCopy.promise

export type Terms = AppConfig['cancelling']
type PaidWith = CancellationPolicy['paidWith']

interface OpenTerm {
  brings: Terms[PaidWith][number]['brings']
  /** In milliseconds. */
  until: number
}

/** The terms for a class at that hour that have not passed; the first one holds. */
export function openTerms(terms: Terms, paid: PaidWith, dateTime: string, now: number): OpenTerm[] {
  const start = epochMs(dateTime)
  return terms[paid]
    .map(({ hoursBefore, brings }) => ({ brings, until: start - hoursBefore * 3_600_000 }))
    .filter(({ until }) => now <= until)
}

interface Clocks {
  zone: string
  teacherZone: string | null
  now: number
}

/** What cancelling a class at that hour would bring; what is too late already is not promised. */
export function promiseWords(terms: Terms, paid: PaidWith, dateTime: string, clocks: Clocks): string | null {
  if (Number.isNaN(epochMs(dateTime))) return null
  return wordsOf(paid, openTerms(terms, paid, dateTime, clocks.now), clocks)
}

/** The promise that the server has made: in its own words, which are English, or in those of the page. */
export function policyWords(policy: CancellationPolicy, clocks: Clocks): string {
  if (document.documentElement.lang !== 'hi') return policy.sentence
  const all: OpenTerm[] =
    policy.paidWith === 'credit'
      ? [{ brings: 'credit_returned', until: epochMs(policy.creditUntil) }]
      : [
          { brings: 'refund', until: epochMs(policy.refundUntil) },
          { brings: 'credit', until: epochMs(policy.creditUntil) },
        ]
  const open = all.filter(({ until }) => clocks.now <= until)
  return wordsOf(policy.paidWith, open, clocks)
}

function wordsOf(paid: PaidWith, [first, second]: OpenTerm[], { zone, teacherZone }: Clocks): string {
  const words = ({ until }: OpenTerm) => bothClocks(toIso(until), zone, teacherZone)
  if (!first) return copy.over
  if (second) return (paid === 'coupon' ? copy.coupon : copy.money)(words(first), words(second))
  return (first.brings === 'credit_returned' ? copy.credit : copy.late)(words(first))
}

/** What a move takes away: the right to money back, or to cancel at all. */
export function lostByMoving(
  terms: Terms,
  paid: PaidWith,
  { from, to, now }: { from: string; to: string; now: number },
): 'refund' | 'all' | null {
  const brings = (dateTime: string) => openTerms(terms, paid, dateTime, now)[0]?.brings
  if (!brings(to)) return 'all'
  return paid === 'money' && brings(from) === 'refund' && brings(to) !== 'refund' ? 'refund' : null
}

/** `Mon, 23 Nov, 1:30 pm Kolkata (8:00 am your time)` */
function bothClocks(at: string, zone: string, teacherZone: string | null): string {
  const theirs = teacherZone && otherClock(at, zone, teacherZone)
  if (!theirs) return `${formatDay(at, zone)}, ${formatTime(at, zone)}`
  const mine = formatTime(at, zone)
  const there = `${formatDay(at, teacherZone)}, ${formatTime(at, teacherZone)} ${zoneCity(teacherZone)}`
  const sameDay = formatDay(at, zone) === formatDay(at, teacherZone)
  return copy.yourTime(there, sameDay ? mine : `${formatDay(at, zone)}, ${mine}`)
}
