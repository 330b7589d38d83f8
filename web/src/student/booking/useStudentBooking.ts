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
import { explainFailure } from './failure'
import type { AfterBooking } from './useAfterBooking'
import { type BookingControl, useBooking } from './useBooking'

/** Booking with credits for the signed-in student, with everything that follows a success or a refusal. */
export function useStudentBooking(
  person: Person,
  profile: StudentProfile | undefined,
  free: FreeSlotsQuery,
  after: AfterBooking,
): BookingControl {
  const client = useQueryClient()
  const control = useBooking({
    send: async (attempt) =>
      (await bookWithCredits(requestOf(attempt, person, profile), attempt.key)).booking,
    explain: explainFailure,
    onBooked: after.follow,
    onFailed: (error) => {
      const fresh = isApiError(error) ? error.problem.slots : undefined
      if (!fresh) return void invalidateAfterBooking(client)
      free.replace(fresh)
      void invalidate(client, { queryKey: keys.studentProfile(person.email) })
    },
    tell: toastError,
  })

  const listed = useEffectEvent(control.listed)
  useEffect(() => {
    if (free.slots) listed(free.slots)
  }, [free.slots])

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
