import type { Booking } from '@/api/types'
import { refundWords } from '@/checkout/refundWords'
import { changesCopy } from '@/copy/changes'
import { formatDay, formatTime } from '@/lib/time'
import { ReceiptLink } from '@/student/payments/ReceiptLink'
import classes from './Classes.module.css'
import { StatusTag } from './StatusTag'

const copy = changesCopy.payment

/** The status tag, who cancelled, and how the class was paid or where its money is. */
export function BookingState({ booking, zone }: { booking: Booking; zone: string }) {
  const { bookingStatus, cancelledBy, cancellationReason, refund, orderId } = booking
  const people: Readonly<Record<string, string>> = copy.cancelledBy
  const by = people[cancelledBy ?? '']
  const named = `${formatDay(booking.dateTime, zone)}, ${formatTime(booking.dateTime, zone)}`
  return (
    <div className={classes.state}>
      <span>
        <StatusTag booking={booking} />
        {bookingStatus === 'cancelled' && by && <span className={classes.note}> {by}</span>}
      </span>
      {cancellationReason && (
        <span className={classes.note} dir="auto">
          {copy.reason(cancellationReason)}
        </span>
      )}
      {refund && <span className={classes.note}>{refundWords(refund)}</span>}
      {orderId && <ReceiptLink orderId={orderId} named={named} />}
    </div>
  )
}
