/** The last booking in session storage, so that the confirmation page survives a reload. */
import type { Booking } from '@/api/types'

const KEY = 'tala.last-booking'

export function storeLastBooking(booking: Booking): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(booking))
  } catch {
    // Without storage the confirmation page is lost on reload.
  }
}

/** The last booking, or `null` if there is none, it is invalid, or it belongs to another user. */
export function readLastBooking(studentId: string): Booking | null {
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
