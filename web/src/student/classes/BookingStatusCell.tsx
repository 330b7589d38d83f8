import type { Booking } from '@/api/types'
import { refundText } from '@/checkout/refundText'
import { changesCopy } from '@/copy/changes'
import { childSectionsCopy } from '@/copy/studentChildSections'
import { useChild } from '@/family/childName'
import { formatDay, formatTime } from '@/lib/time'
import { ReceiptLink } from '@/student/payments/ReceiptLink'
import { BookingStatusBadge } from './BookingStatusBadge'
import classes from './Classes.module.css'

const copy = changesCopy.payment

/** Status badge, who cancelled, and how the class was paid or where its money is. */
export function BookingStatusCell({ booking, zone }: { booking: Booking; zone: string }) {
  const { bookingStatus, cancelledBy, cancellationReason, refund, orderId } = booking
  const people: Readonly<Record<string, string>> = useChild() ? cancelledByForChild() : copy.cancelledBy
  const canceller = people[cancelledBy ?? '']
  const label = `${formatDay(booking.dateTime, zone)}, ${formatTime(booking.dateTime, zone)}`
  return (
    <div className={classes.state}>
      <span>
        <BookingStatusBadge booking={booking} />
        {bookingStatus === 'cancelled' && canceller && <span className={classes.note}> {canceller}</span>}
      </span>
      {cancellationReason && (
        <span className={classes.note} dir="auto">
          {copy.reason(cancellationReason)}
        </span>
      )}
      {isCreditGranted(booking) && <span className={classes.note}>{copy.credited}</span>}
      {refund && <span className={classes.note}>{refundText(refund)}</span>}
      {orderId && <ReceiptLink orderId={orderId} hasNumber={label} />}
    </div>
  )
}

/** A guardian's cancellation is the student's for the server, and there may be two guardians. */
function cancelledByForChild() {
  const { cancelledByFamily: student, cancelledByTeacher: teacher } = childSectionsCopy.classes
  return { student, teacher, admin: copy.cancelledBy.admin }
}

/** The student cancelled a paid class too late for a refund and got a class credit (D24). */
function isCreditGranted({ bookingStatus, cancelledBy, orderId, paymentStatus }: Booking): boolean {
  return (
    bookingStatus === 'cancelled' &&
    cancelledBy === 'student' &&
    orderId !== null &&
    paymentStatus !== 'refunded'
  )
}
