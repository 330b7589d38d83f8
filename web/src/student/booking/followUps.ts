import { createCalendarEvent, sendBookingEmail } from '@/api/bookings'
import type { Booking } from '@/api/types'

/** The addresses that SPEC's calls repeat: of who signed in, and of the teacher. */
export interface FollowUpAddresses {
  account: string
  teacher: string
}

/** Requests the confirmation mail; resolves to whether it was sent (D30). Never rejects. */
export function requestMail(booking: Booking, { account, teacher }: FollowUpAddresses): Promise<boolean> {
  return isSuccessful(
    sendBookingEmail({
      email: account,
      name: booking.studentName,
      teachersEmail: teacher,
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
export function requestInvitation(
  booking: Booking,
  { account, teacher }: FollowUpAddresses,
): Promise<boolean> {
  return isSuccessful(
    createCalendarEvent({
      studentName: booking.studentName,
      studentEmail: account,
      dateTime: booking.dateTime,
      bookingId: booking.bookingId,
      googleMeetLink: booking.googleMeetLink,
      teacherEmail: teacher,
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
