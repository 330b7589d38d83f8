import type { Booking } from '@/api/types'
import { studentCopy } from '@/copy/student'
import type { Column } from '@/ui/DataList'
import { When } from '@/ui/When'
import { JoinLink } from './JoinLink'
import { StatusTag } from './StatusTag'

const labels = studentCopy.classes.columns

/** The columns of both lists of classes (SPEC §2). */
export function classColumns(zone: string, now: number): Column<Booking>[] {
  return [
    { key: 'date', label: labels.date, cell: (row) => <When at={row.dateTime} show="date" zone={zone} /> },
    {
      key: 'time',
      label: labels.time,
      cell: (row) => <When at={row.dateTime} show="time" zone={zone} otherZone={row.teacherTimeZone} />,
    },
    { key: 'link', label: labels.link, cell: (row) => <JoinLink booking={row} zone={zone} now={now} /> },
    { key: 'cost', label: labels.cost, cell: (row) => row.creditsUsed },
    { key: 'status', label: labels.status, cell: (row) => <StatusTag booking={row} /> },
    {
      key: 'booked',
      label: labels.booked,
      cell: (row) => <When at={row.createdAt} show="date" zone={zone} />,
    },
  ]
}
