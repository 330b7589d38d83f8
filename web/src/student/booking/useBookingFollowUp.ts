import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidateAfterBooking } from '@/api/keys'
import type { Booking } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { useAccount } from '@/session/useSession'
import { storeLastBooking } from '@/student/confirmation/lastBooking'
import type { FreeSlotsQuery } from '@/student/useFreeSlots'
import { toastWarning } from '@/ui/toast'
import { requestInvitation, requestMail } from './followUps'

export interface BookingFollowUp {
  /** The address to which the confirmation was sent. */
  mailedTo: string | null
  /** The booking was made by keyboard or screen reader, so the confirmation does not close automatically. */
  byKeyboard: boolean
  /** Everything that follows a booking, however it was paid. */
  handleBooked: (booking: Booking, teacherEmail: string, byKeyboard: boolean) => void
}

const copy = studentCopy.confirmation

export function useBookingFollowUp(freeSlots: FreeSlotsQuery): BookingFollowUp {
  const client = useQueryClient()
  const { email } = useAccount()
  const [mailedTo, setMailedTo] = useState<string | null>(null)
  const [byKeyboard, setByKeyboard] = useState(false)

  const send = async (booking: Booking, teacherEmail: string) => {
    const addresses = { account: email, teacher: teacherEmail }
    const mail = requestMail(booking, addresses).then((sent) =>
      sent ? setMailedTo(email) : toastWarning(copy.mailFailed),
    )
    const invitation = requestInvitation(booking, addresses).then(
      (sent) => sent || toastWarning(copy.calendarFailed),
    )
    await Promise.all([mail, invitation])
  }

  return {
    mailedTo,
    byKeyboard,
    handleBooked: (booking, teacherEmail, keyboard) => {
      storeLastBooking(booking)
      setByKeyboard(keyboard)
      setMailedTo(null)
      freeSlots.remove(booking.slotId)
      void invalidateAfterBooking(client)
      void send(booking, teacherEmail)
    },
  }
}
