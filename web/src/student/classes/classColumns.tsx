import type { Booking } from '@/api/types'
import { changesCopy } from '@/copy/changes'
import { studentCopy } from '@/copy/student'
import { formatDay, formatTime } from '@/lib/time'
import type { Column } from '@/ui/DataList'
import { When } from '@/ui/When'
import { BookingState } from './BookingState'
import { type Change, ClassActions } from './ClassActions'
import classes from './Classes.module.css'
import { JoinLink } from './JoinLink'

const labels = studentCopy.classes.columns

/** The columns of both lists of classes (SPEC §2); active classes can be changed besides. */
export function classColumns(
  zone: string,
  now: number,
  onChange?: (change: Change, booking: Booking) => void,
): Column<Booking>[] {
  const columns: Column<Booking>[] = [
    { key: 'date', label: labels.date, cell: (row) => <ClassDate booking={row} zone={zone} /> },
    {
      key: 'time',
      label: labels.time,
      cell: (row) => <When at={row.dateTime} show="time" zone={zone} otherZone={row.teacherTimeZone} />,
    },
    { key: 'link', label: labels.link, cell: (row) => <JoinLink booking={row} zone={zone} now={now} /> },
    { key: 'cost', label: labels.cost, cell: (row) => row.creditsUsed },
    { key: 'status', label: labels.status, cell: (row) => <BookingState booking={row} zone={zone} /> },
    {
      key: 'booked',
      label: labels.booked,
      cell: (row) => <When at={row.createdAt} show="date" zone={zone} />,
    },
  ]
  if (!onChange) return columns
  const change: Column<Booking> = {
    key: 'change',
    label: changesCopy.column,
    cell: (row) => <ClassActions booking={row} zone={zone} now={now} onChange={onChange} />,
  }
  return [...columns, change]
}

function ClassDate({ booking, zone }: { booking: Booking; zone: string }) {
  const { dateTime, rescheduledFrom } = booking
  return (
    <>
      <When at={dateTime} show="date" zone={zone} />
      {rescheduledFrom && (
        <span className={classes.moved}>
          {changesCopy.movedFrom(formatDay(rescheduledFrom, zone), formatTime(rescheduledFrom, zone))}
        </span>
      )}
    </>
  )
}
