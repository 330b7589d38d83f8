import type { Booking } from '@/api/types'
import type { CancellationTerms } from '@/checkout/cancellationPolicy'
import { changesCopy } from '@/copy/changes'
import { checkoutCopy } from '@/copy/checkout'
import { studentCopy } from '@/copy/student'
import { formatCharge } from '@/lib/money'
import { formatDay, formatTime } from '@/lib/time'
import { nameOfClass } from '@/student/classText'
import type { Column } from '@/ui/DataList'
import { DateTime } from '@/ui/DateTime'
import { BookingStatusCell } from './BookingStatusCell'
import { CalendarFileButton } from './CalendarFileButton'
import { ClassActions, type ClassChange } from './ClassActions'
import classes from './Classes.module.css'
import { JoinLink } from './JoinLink'

const labels = studentCopy.classes.columns

export interface ChangeActions {
  terms: CancellationTerms | undefined
  onChange: (change: ClassChange, booking: Booking) => void
}

/** Columns of both lists of classes (SPEC §2); upcoming classes have a column of actions too. */
export function classColumns(zone: string, now: number, changeActions?: ChangeActions): Column<Booking>[] {
  const columns: Column<Booking>[] = [
    { key: 'date', label: labels.date, cell: (row) => <ClassDate booking={row} zone={zone} /> },
    {
      key: 'time',
      label: labels.time,
      cell: (row) => (
        <DateTime instant={row.dateTime} show="time" zone={zone} otherZone={row.teacherTimeZone} withZone />
      ),
    },
    {
      key: 'link',
      label: labels.link,
      cell: (row) => (
        <div className={classes.link}>
          <JoinLink booking={row} zone={zone} now={now} />
          {changeActions && <CalendarFileButton booking={row} zone={zone} />}
        </div>
      ),
    },
    {
      key: 'cost',
      label: labels.cost,
      cardLabel: ({ orderId }) => (orderId ? checkoutCopy.price.title : labels.cost),
      cell: (row) => costText(row),
    },
    { key: 'status', label: labels.status, cell: (row) => <BookingStatusCell booking={row} zone={zone} /> },
    {
      key: 'booked',
      label: labels.booked,
      cell: (row) => <DateTime instant={row.createdAt} show="date" zone={zone} />,
    },
  ]
  if (!changeActions) return columns
  const change: Column<Booking> = {
    key: 'change',
    label: changesCopy.column,
    onCard: 'foot',
    cell: (row) => <ClassActions booking={row} zone={zone} now={now} {...changeActions} />,
  }
  return [...columns, change]
}

function ClassDate({ booking, zone }: { booking: Booking; zone: string }) {
  const { bookingCode, dateTime, rescheduledFrom, teacherName } = booking
  return (
    <>
      <DateTime instant={dateTime} show="date" zone={zone} />
      <span className={classes.aside}>{nameOfClass(booking)}</span>
      <span className={classes.aside}>{teacherName}</span>
      <span className={classes.aside}>{labels.code(bookingCode)}</span>
      {rescheduledFrom && (
        <span className={classes.aside}>
          {changesCopy.movedFrom(formatDay(rescheduledFrom, zone), formatTime(rescheduledFrom, zone))}
        </span>
      )}
    </>
  )
}

/** Credits, or the amount paid including fees. */
export function costText({ creditsUsed, orderId, charged, currency, bookingStatus }: Booking) {
  if (!orderId) return bookingStatus === 'cancelled' ? changesCopy.payment.returned(creditsUsed) : creditsUsed
  if (charged === 0) return changesCopy.payment.free
  return changesCopy.payment.paid(charged === null ? null : formatCharge(charged, currency))
}
