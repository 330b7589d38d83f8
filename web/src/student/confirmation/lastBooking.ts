/** The last booking in session storage, so that the confirmation page survives a reload. */
import type { Booking } from '@/api/types'
import { readStored, store } from '@/lib/browserStorage'

const KEY = 'tala.last-booking'

export function storeLastBooking(booking: Booking): void {
  store('sessionStorage', KEY, booking)
}

/** The last booking, or `null` if there is none, it is invalid, or it belongs to another user. */
export function readLastBooking(studentId: string): Booking | null {
  const stored = readStored('sessionStorage', KEY)
  return isBooking(stored) && stored.studentId === studentId ? stored : null
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
