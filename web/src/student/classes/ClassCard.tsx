import type { Booking } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { dayOf, formatDay, formatInOtherZone, formatTime, formatTimeRange, zoneCity } from '@/lib/time'
import { nameOfClass } from '@/student/classText'
import { ReceiptLink } from '@/student/payments/ReceiptLink'
import { BookingStatusBadge } from './BookingStatusBadge'
import { CalendarFileButton } from './CalendarFileButton'
import { ClassActions } from './ClassActions'
import classes from './ClassCard.module.css'
import { type ChangeActions, costText } from './classColumns'
import { JoinLink } from './JoinLink'

const labels = studentCopy.classes.columns

interface ClassCardProps {
  booking: Booking
  zone: string
  now: number
  changeActions: ChangeActions
}

/** An upcoming class on a narrow screen: date and Join first, the rest in a line. */
export function ClassCard({ booking, zone, now, changeActions }: ClassCardProps) {
  const [weekday = '', date = ''] = formatDay(booking.dateTime, zone).split(', ')
  const label = `${weekday}, ${date}, ${formatTime(booking.dateTime, zone)}`
  const teacherTime = formatInOtherZone(booking.dateTime, zone, booking.teacherTimeZone)
  return (
    <>
      <div className={classes.head}>
        <time className={classes.date} dateTime={dayOf(booking.dateTime, zone) ?? undefined}>
          <span>{weekday}</span> <b>{date}</b>
        </time>
        <div className={classes.main}>
          <b>{formatTimeRange(booking.dateTime, booking.endDateTime, zone)}</b>
          <span>
            {nameOfClass(booking)} · {booking.teacherName}
          </span>
          <span>{labels.code(booking.bookingCode)}</span>
          <span>
            {booking.orderId ? costText(booking) : studentCopy.confirmation.credits(booking.creditsUsed)}
          </span>
          {teacherTime && booking.teacherTimeZone && (
            <span>
              {teacherTime} {zoneCity(booking.teacherTimeZone)}
            </span>
          )}
        </div>
        <div className={classes.join}>
          <JoinLink booking={booking} zone={zone} now={now} />
        </div>
      </div>
      <div className={classes.line}>
        <BookingStatusBadge booking={booking} />
        <CalendarFileButton booking={booking} zone={zone} />
        {booking.orderId && <ReceiptLink orderId={booking.orderId} hasNumber={label} />}
      </div>
      <ClassActions booking={booking} zone={zone} now={now} {...changeActions} />
    </>
  )
}
