import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidateAfterBooking } from '@/api/keys'
import type { Booking } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { rememberBooking } from '@/student/confirmation/lastBooking'
import type { FreeSlotsQuery } from '@/student/useFreeSlots'
import { toastWarning } from '@/ui/toast'
import { requestInvitation, requestMail } from './followUps'

export interface AfterBooking {
  /** The address that the confirmation has gone to, once it has. */
  mailedTo: string | null
  /** The booking was made by key or screen reader, so the confirmation waits for its reader. */
  byKeyboard: boolean
  /** Everything that follows a booking, however it was paid. */
  follow: (booking: Booking, teacherEmail: string, byKeyboard: boolean) => void
}

const copy = studentCopy.confirmation

export function useAfterBooking(free: FreeSlotsQuery): AfterBooking {
  const client = useQueryClient()
  const [mailedTo, setMailedTo] = useState<string | null>(null)
  const [byKeyboard, setByKeyboard] = useState(false)

  const send = async (booking: Booking, teacherEmail: string) => {
    const mail = requestMail(booking, teacherEmail).then((sent) =>
      sent ? setMailedTo(booking.studentEmail) : toastWarning(copy.mailFailed),
    )
    const invitation = requestInvitation(booking, teacherEmail).then(
      (sent) => sent || toastWarning(copy.calendarFailed),
    )
    await Promise.all([mail, invitation])
  }

  return {
    mailedTo,
    byKeyboard,
    follow: (booking, teacherEmail, keyboard) => {
      rememberBooking(booking)
      setByKeyboard(keyboard)
      setMailedTo(null)
      free.remove(booking.slotId)
      void invalidateAfterBooking(client)
      void send(booking, teacherEmail)
    },
  }
}
