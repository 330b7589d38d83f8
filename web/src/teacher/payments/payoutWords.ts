import { dayOf, formatDate, today } from '@/lib/time'

/** Payout days are days in India, wherever the teacher sits (D25). */
const ZONE = 'Asia/Kolkata'

/** `Mon, 23 Nov 2026` */
export function dayWords(instant: string): string {
  return formatDate(instant, ZONE)
}

/** Today in India, as `2026-11-23`. */
export function payoutToday(): string {
  return today(ZONE)
}

/** `2026-11-23`, for the name of a file. */
export function payoutDay(instant: string): string {
  return dayOf(instant, ZONE) ?? ''
}
