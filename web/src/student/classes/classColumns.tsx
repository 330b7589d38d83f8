import type { Booking } from '@/api/types'
import { changesCopy } from '@/copy/changes'
import { studentCopy } from '@/copy/student'
import { formatCharge } from '@/lib/money'
import { formatDay, formatTime } from '@/lib/time'
import type { Terms } from '@/student/promise'
import type { Column } from '@/ui/DataList'
import { When } from '@/ui/When'
import { BookingState } from './BookingState'
import { CalendarFile } from './CalendarFile'
import { type Change, ClassActions } from './ClassActions'
import classes from './Classes.module.css'
import { JoinLink } from './JoinLink'

const labels = studentCopy.classes.columns

interface Changing {
  terms: Terms | undefined
  onChange: (change: Change, booking: Booking) => void
}

/** The columns of both lists of classes (SPEC §2); active classes can be changed besides. */
export function classColumns(zone: string, now: number, changing?: Changing): Column<Booking>[] {
  const columns: Column<Booking>[] = [
    { key: 'date', label: labels.date, cell: (row) => <ClassDate booking={row} zone={zone} /> },
    {
      key: 'time',
      label: labels.time,
      cell: (row) => (
        <When at={row.dateTime} show="time" zone={zone} otherZone={row.teacherTimeZone} withZone />
      ),
    },
    {
      key: 'link',
      label: labels.link,
      cell: (row) => (
        <div className={classes.link}>
          <JoinLink booking={row} zone={zone} now={now} />
          {changing && <CalendarFile booking={row} zone={zone} />}
        </div>
      ),
    },
    { key: 'cost', label: labels.cost, cell: (row) => costWords(row) },
    { key: 'status', label: labels.status, cell: (row) => <BookingState booking={row} zone={zone} /> },
    {
      key: 'booked',
      label: labels.booked,
      cell: (row) => <When at={row.createdAt} show="date" zone={zone} />,
    },
  ]
  if (!changing) return columns
  const change: Column<Booking> = {
    key: 'change',
    label: changesCopy.column,
    onCard: 'foot',
    cell: (row) => <ClassActions booking={row} zone={zone} now={now} {...changing} />,
  }
  return [...columns, change]
}

function ClassDate({ booking, zone }: { booking: Booking; zone: string }) {
  const { dateTime, rescheduledFrom, teacherName } = booking
  return (
    <>
      <When at={dateTime} show="date" zone={zone} />
      <span className={classes.aside}>{teacherName}</span>
      {rescheduledFrom && (
        <span className={classes.aside}>
          {changesCopy.movedFrom(formatDay(rescheduledFrom, zone), formatTime(rescheduledFrom, zone))}
        </span>
      )}
    </>
  )
}

/** Credits, or the money that was paid, fees and all. */
function costWords({ creditsUsed, orderId, charged, currency }: Booking) {
  if (!orderId) return creditsUsed
  if (charged === 0) return changesCopy.payment.free
  return changesCopy.payment.paid(charged === null ? null : formatCharge(charged, currency))
}
