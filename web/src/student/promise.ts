/**
 * The promise of the refund policy, for an hour that nobody has asked the server about: the words of the server, on
 * this device's clock and the teacher's (D24).
 */
import type { Booking } from '@/api/types'
import { changesCopy } from '@/copy/changes'
import { epochMs, formatDay, formatTime, otherClock, toIso, zoneCity } from '@/lib/time'

const copy = changesCopy.promise

/** Hours before class until which everything comes back, and until which a class can be moved or cancelled (SPEC §9). */
const REFUND_HOURS = 24
const CREDIT_HOURS = 12

export type PaidWith = 'money' | 'coupon' | 'credit'

export function paidWith({ orderId, paymentAmount }: Pick<Booking, 'orderId' | 'paymentAmount'>): PaidWith {
  if (!orderId) return 'credit'
  return paymentAmount === 0 ? 'coupon' : 'money'
}

interface Clocks {
  zone: string
  teacherZone: string | null
  now: number
}

/** What cancelling a class at that hour would bring; what is too late already is not promised. */
export function promiseWords(dateTime: string, paid: PaidWith, clocks: Clocks): string | null {
  const start = epochMs(dateTime)
  if (Number.isNaN(start)) return null
  const before = (hours: number) => start - hours * 3_600_000
  return wordsOf(before(REFUND_HOURS), before(CREDIT_HOURS), paid, clocks)
}

/** The promise that the server has made: in its own words, which are English, or in those of the page. */
export function policyWords(policy: NonNullable<Booking['policy']>, paid: PaidWith, clocks: Clocks): string {
  if (document.documentElement.lang !== 'hi') return policy.sentence
  return wordsOf(epochMs(policy.refundUntil), epochMs(policy.creditUntil), paid, clocks)
}

function wordsOf(
  refundUntil: number,
  creditUntil: number,
  paid: PaidWith,
  { zone, teacherZone, now }: Clocks,
): string {
  const words = (ms: number) => bothClocks(toIso(ms), zone, teacherZone)
  if (now > creditUntil) return copy.over
  const last = words(creditUntil)
  if (paid === 'credit') return copy.credit(last)
  if (now > refundUntil) return copy.late(last)
  return copy[paid](words(refundUntil), last)
}

/** What a move takes away: the right to money back, or to cancel at all. */
export function lostByMoving(from: string, to: string, paid: PaidWith, now: number): 'refund' | 'all' | null {
  const passed = (start: string, hours: number) => now > epochMs(start) - hours * 3_600_000
  if (passed(to, CREDIT_HOURS)) return 'all'
  return paid === 'money' && !passed(from, REFUND_HOURS) && passed(to, REFUND_HOURS) ? 'refund' : null
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
