import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { bookWithCredits } from '@/api/bookings'
import { isApiError } from '@/api/error'
import { invalidateAfterBooking, keys } from '@/api/keys'
import type { Booking, BookWithCreditsRequest, StudentProfile } from '@/api/types'
import { studentCopy } from '@/copy/student'
import type { Person } from '@/session/session'
import { rememberBooking } from '@/student/confirmation/lastBooking'
import type { FreeSlotsQuery } from '@/student/useFreeSlots'
import { toastError, toastWarning } from '@/ui/toast'
import type { Attempt } from './booking'
import { explainFailure } from './failure'
import { requestInvitation, requestMail } from './followUps'
import { type BookingControl, useBooking } from './useBooking'

export interface StudentBooking extends BookingControl {
  /** The address that the confirmation has gone to, once it has. */
  mailedTo: string | null
  /** The booking was made by key or screen reader, so the confirmation waits for its reader. */
  byKeyboard: boolean
}

const copy = studentCopy.confirmation

/** Booking with credits for the signed-in student, with everything that follows a success or a refusal. */
export function useStudentBooking(
  person: Person,
  profile: StudentProfile | undefined,
  free: FreeSlotsQuery,
): StudentBooking {
  const client = useQueryClient()
  const [mailedTo, setMailedTo] = useState<string | null>(null)
  const [byKeyboard, setByKeyboard] = useState(false)

  const followUp = async (booking: Booking, teacherEmail: string) => {
    const mail = requestMail(booking, teacherEmail).then((sent) =>
      sent ? setMailedTo(booking.studentEmail) : toastWarning(copy.mailFailed),
    )
    const invitation = requestInvitation(booking, teacherEmail).then(
      (sent) => sent || toastWarning(copy.calendarFailed),
    )
    await Promise.all([mail, invitation])
  }

  const control = useBooking({
    send: async (attempt) =>
      (await bookWithCredits(requestOf(attempt, person, profile), attempt.key)).booking,
    explain: explainFailure,
    onBooked: (booking, teacherEmail, keyboard) => {
      rememberBooking(booking)
      setByKeyboard(keyboard)
      setMailedTo(null)
      free.remove(booking.slotId)
      void invalidateAfterBooking(client)
      void followUp(booking, teacherEmail)
    },
    onFailed: (error) => {
      const fresh = isApiError(error) ? error.problem.slots : undefined
      if (!fresh) return void invalidateAfterBooking(client)
      free.replace(fresh)
      void client.invalidateQueries({ queryKey: keys.studentProfile(person.email) })
    },
    tell: toastError,
  })

  const listed = useEffectEvent(control.listed)
  useEffect(() => {
    if (free.slots) listed(free.slots)
  }, [free.slots])

  return { ...control, mailedTo, byKeyboard }
}

function requestOf(
  attempt: Attempt,
  person: Person,
  profile: StudentProfile | undefined,
): BookWithCreditsRequest {
  const { slot, phone } = attempt
  return {
    studentEmail: person.email,
    studentName: person.name,
    studentPhone: phone.trim() || null,
    slotId: slot._id,
    studentId: person.id,
    currency: profile?.currency ?? '',
    paymentMethod: 'credits',
    teacherId: slot.teacherId,
    isVirtualSlot: slot.isVirtualSlot,
    dateTime: slot.dateTime,
    creditsUsed: slot.creditCost,
  }
}
