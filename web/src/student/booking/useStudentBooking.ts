import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { bookWithCredits } from '@/api/bookings'
import { isApiError } from '@/api/error'
import { invalidateAfterBooking, keys } from '@/api/keys'
import { invalidate } from '@/api/queryClient'
import type { BookWithCreditsRequest, StudentProfile } from '@/api/types'
import type { Person } from '@/session/session'
import type { FreeSlotsQuery } from '@/student/useFreeSlots'
import { toastError } from '@/ui/toast'
import type { Attempt } from './booking'
import { toFailure } from './failure'
import { type BookingControl, useBooking } from './useBooking'
import type { BookingFollowUp } from './useBookingFollowUp'

/** Booking with credits for the signed-in student, with the effects of a success or a rejection. */
export function useStudentBooking(
  person: Person,
  profile: StudentProfile | undefined,
  freeSlots: FreeSlotsQuery,
  followUp: BookingFollowUp,
): BookingControl {
  const client = useQueryClient()
  const control = useBooking({
    send: async (attempt) =>
      (await bookWithCredits(requestOf(attempt, person, profile), attempt.key)).booking,
    toFailure,
    onBooked: followUp.handleBooked,
    onFailed: (error) => {
      const currentSlots = isApiError(error) ? error.problem.slots : undefined
      if (!currentSlots) return void invalidateAfterBooking(client)
      freeSlots.replace(currentSlots)
      void invalidate(client, { queryKey: keys.studentProfile(person.email) })
    },
    notify: toastError,
  })

  const updateSlots = useEffectEvent(control.updateSlots)
  useEffect(() => {
    if (freeSlots.slots) updateSlots(freeSlots.slots)
  }, [freeSlots.slots])

  return control
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
