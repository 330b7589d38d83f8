/** What follows a booking: the confirmation mail and the invitation. The booking stands whatever comes of them. */
import { createCalendarEvent, sendBookingEmail } from '@/api/bookings'
import type { Booking } from '@/api/types'

/** Asks for the mail; resolves to whether it has really gone out (D30). */
export function requestMail(booking: Booking, teacherEmail: string): Promise<boolean> {
  return settled(
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

/** Asks for the calendar invitation; resolves to whether it has really gone out. */
export function requestInvitation(booking: Booking, teacherEmail: string): Promise<boolean> {
  return settled(
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

async function settled(reply: Promise<{ success: boolean }>): Promise<boolean> {
  try {
    return (await reply).success
  } catch {
    return false
  }
}
