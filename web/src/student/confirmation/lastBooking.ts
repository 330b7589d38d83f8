/** The last booking of this tab, so that the confirmation page survives a reload. */
import type { Booking } from '@/api/types'

const KEY = 'tala.last-booking'

export function rememberBooking(booking: Booking): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(booking))
  } catch {
    // A browser without storage only loses the confirmation page on reload.
  }
}

/** `null` when there is none, when it cannot be read, or when it belongs to another person. */
export function recallBooking(studentId: string): Booking | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    return isBooking(stored) && stored.studentId === studentId ? stored : null
  } catch {
    return null
  }
}

function isBooking(value: unknown): value is Booking {
  if (typeof value !== 'object' || value === null) return false
  const texts = [
    'bookingId',
    'bookingCode',
    'dateTime',
    'endDateTime',
    'studentId',
    'studentName',
    'studentEmail',
    'teacherName',
  ]
  return texts.every((key) => typeof Reflect.get(value, key) === 'string')
}
