import { teacherCopy } from '@/copy/teacher'
import { dayOf, formatCalendarDay, formatDate, momentBefore, today } from '@/lib/time'

/** Payout dates are dates in India, whatever the teacher's zone is (D25). */
const PAYOUT_ZONE = 'Asia/Kolkata'

/** `Mon, 23 Nov 2026` */
export function formatPayoutDate(instant: string): string {
  return formatDate(instant, PAYOUT_ZONE)
}

/** `2026-11-23`, for file names. */
export function payoutDayOf(instant: string): string {
  return dayOf(instant, PAYOUT_ZONE) ?? ''
}

/** The last day in India that ends by `until`, the instant before which a payout's classes ended: `Mon, 30 Nov 2026`. */
export function formatLastDay(until: string): string {
  return formatPayoutDate(momentBefore(until))
}

/** `Next payout on Tue, 1 Dec`; of an overdue one, which is caught up automatically, since when it is due. */
export function nextPayoutLabel(on: string): string {
  const { nextOn, dueSince } = teacherCopy.payout
  const day = on.slice(0, 10)
  return (day <= today(PAYOUT_ZONE) ? dueSince : nextOn)(formatCalendarDay(day))
}
