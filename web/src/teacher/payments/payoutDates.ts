import { dayOf, epochMs, formatDate, today, toIso } from '@/lib/time'

/** Payout dates are dates in India, whatever the teacher's zone is (D25). */
const PAYOUT_ZONE = 'Asia/Kolkata'

/** `Mon, 23 Nov 2026` */
export function formatPayoutDate(instant: string): string {
  return formatDate(instant, PAYOUT_ZONE)
}

/** Today in India, such as `2026-11-23`. */
export function payoutToday(): string {
  return today(PAYOUT_ZONE)
}

/** `2026-11-23`, for file names. */
export function payoutDayOf(instant: string): string {
  return dayOf(instant, PAYOUT_ZONE) ?? ''
}

/** The last day in India that ends by `until`, the instant before which a payout's classes ended: `Mon, 30 Nov 2026`. */
export function formatLastDay(until: string): string {
  // The server's instants have microseconds.
  return formatPayoutDate(toIso(Math.ceil(epochMs(until)) - 1))
}
