import { useState } from 'react'
import { ActionButton } from '@/admin/ActionButton'
import table from '@/admin/DataTable.module.css'
import { ReasonDialog } from '@/admin/ReasonDialog'
import { useDisabledReason } from '@/admin/roles'
import { cancelBookingAsAdmin, resendBookingMail } from '@/api/adminBookings'
import type { Booking } from '@/api/types'
import { adminBookingsCopy } from '@/copy/adminBookings'
import { AdminRescheduleDialog } from './AdminRescheduleDialog'

const copy = adminBookingsCopy

type BookingAction = 'move' | 'cancel' | 'resend'

/** Actions on a booking for its participants. */
export function BookingActions({ booking }: { booking: Booking }) {
  const roleReason = useDisabledReason('support')
  const [openAction, setOpenAction] = useState<BookingAction | null>(null)
  // Other students of a group class or duet keep their seats.
  const cancelCopy = booking.classTypeKey === 'Private' ? copy.cancel : copy.cancelSeat
  const closedReason = booking.bookingStatus === 'confirmed' ? null : copy.closed[booking.bookingStatus]
  const button = (action: BookingAction, refusal: string | null) => (
    <ActionButton disabledReason={roleReason ?? refusal} onClick={() => setOpenAction(action)}>
      {(action === 'cancel' ? cancelCopy : copy[action]).button}
    </ActionButton>
  )
  const close = () => setOpenAction(null)
  return (
    <>
      <fieldset className={table.actions} aria-label={copy.acts}>
        {button('move', closedReason)}
        {button('cancel', closedReason)}
        {button('resend', null)}
      </fieldset>
      {openAction === 'move' && <AdminRescheduleDialog booking={booking} onClose={close} />}
      {openAction === 'cancel' && (
        <ReasonDialog
          title={cancelCopy.title}
          description={cancelCopy.text}
          confirmLabel={cancelCopy.button}
          successMessage={cancelCopy.done}
          failureMessage={cancelCopy.failed}
          isDestructive
          onConfirm={(reason) => cancelBookingAsAdmin(booking._id, reason)}
          onClose={close}
        />
      )}
      {openAction === 'resend' && (
        <ReasonDialog
          title={copy.resend.title}
          description={copy.resend.text}
          confirmLabel={copy.resend.confirm}
          successMessage={copy.resend.done}
          failureMessage={copy.resend.failed}
          onConfirm={(reason) => resendBookingMail(booking._id, reason)}
          onClose={close}
        />
      )}
    </>
  )
}
