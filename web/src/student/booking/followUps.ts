import { createCalendarEvent, sendBookingEmail } from '@/api/bookings'
import type { Booking } from '@/api/types'

/** Requests the confirmation mail; resolves to whether it was sent (D30). Never rejects. */
export function requestMail(booking: Booking, teacherEmail: string): Promise<boolean> {
  return isSuccessful(
    sendBookingEmail({
      email: booking.studentEmail,
      name: booking.studentName,
      teachersEmail: teacherEmail,
      bookingDetails: {
        bookingId: booking.bookingId,
        dateTime: booking.dateTime,
        amount: booking.paymentAmount,
        currency: booking.currency,
        googleMeetLink: booking.googleMeetLink,
      },
    }),
  )
}

/** Requests the calendar invitation; resolves to whether it was sent. Never rejects. */
export function requestInvitation(booking: Booking, teacherEmail: string): Promise<boolean> {
  return isSuccessful(
    createCalendarEvent({
      studentName: booking.studentName,
      studentEmail: booking.studentEmail,
      dateTime: booking.dateTime,
      bookingId: booking.bookingId,
      googleMeetLink: booking.googleMeetLink,
      teacherEmail,
    }),
  )
}

async function isSuccessful(reply: Promise<{ success: boolean }>): Promise<boolean> {
  try {
    return (await reply).success
  } catch {
    return false
  }
}
