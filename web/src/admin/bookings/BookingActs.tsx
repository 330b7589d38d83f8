import { useState } from 'react'
import { ActButton } from '@/admin/ActButton'
import { ReasonDialog } from '@/admin/ReasonDialog'
import { useRefusal } from '@/admin/roles'
import sheet from '@/admin/Sheet.module.css'
import { cancelBooking, resendBookingMail } from '@/api/adminBookings'
import type { Booking } from '@/api/types'
import { adminBookingsCopy } from '@/copy/adminBookings'
import { MoveDialog } from './MoveDialog'

const copy = adminBookingsCopy

type Act = 'move' | 'cancel' | 'resend'

/** What can be done about a class for the people in it. */
export function BookingActs({ booking }: { booking: Booking }) {
  const notMine = useRefusal('support')
  const [act, setAct] = useState<Act | null>(null)
  const closed = booking.bookingStatus === 'confirmed' ? null : copy.closed[booking.bookingStatus]
  const button = (which: Act, refusal: string | null) => (
    <ActButton refusal={notMine ?? refusal} onClick={() => setAct(which)}>
      {copy[which].button}
    </ActButton>
  )
  const close = () => setAct(null)
  return (
    <>
      <fieldset className={sheet.acts} aria-label={copy.acts}>
        {button('move', closed)}
        {button('cancel', closed)}
        {button('resend', null)}
      </fieldset>
      {act === 'move' && <MoveDialog booking={booking} onClose={close} />}
      {act === 'cancel' && (
        <ReasonDialog
          title={copy.cancel.title}
          happens={copy.cancel.text}
          confirm={copy.cancel.button}
          done={copy.cancel.done}
          failed={copy.cancel.failed}
          danger
          onConfirm={(reason) => cancelBooking(booking._id, reason)}
          onClose={close}
        />
      )}
      {act === 'resend' && (
        <ReasonDialog
          title={copy.resend.title}
          happens={copy.resend.text}
          confirm={copy.resend.confirm}
          done={copy.resend.done}
          failed={copy.resend.failed}
          onConfirm={(reason) => resendBookingMail(booking._id, reason)}
          onClose={close}
        />
      )}
    </>
  )
}
