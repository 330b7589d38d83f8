import { Badge, Button, VisuallyHidden } from '@mantine/core'
import type { TeacherBooking } from '@/api/teacherTypes'
import { teacherClassesCopy as copy } from '@/copy/teacherClasses'
import { formatCharge } from '@/lib/money'
import { displayZone, formatDay, formatTime } from '@/lib/time'
import type { Column } from '@/ui/DataList'
import { DateTime } from '@/ui/DateTime'
import classes from './Classes.module.css'
import { ClassStatusBadge } from './ClassStatusBadge'
import { fromBooking } from './classView'
import { MeetingLink } from './MeetingLink'

/** Columns of both lists of classes (SPEC §2), with a button for the details. */
export function teacherClassColumns(onOpen: (booking: TeacherBooking) => void): Column<TeacherBooking>[] {
  const labels = copy.columns
  return [
    { key: 'student', label: labels.student, cell: ({ studentName }) => studentName },
    { key: 'when', label: labels.when, cell: ({ dateTime }) => <DateTime instant={dateTime} /> },
    { key: 'earnings', label: labels.earnings, numeric: true, cell: (row) => <Earnings booking={row} /> },
    { key: 'payment', label: labels.payment, cell: (row) => <PaymentBadge status={row.paymentStatus} /> },
    {
      key: 'status',
      label: labels.status,
      cell: ({ bookingStatus, noShow }) => <ClassStatusBadge status={bookingStatus} noShow={noShow} />,
    },
    {
      key: 'link',
      label: labels.link,
      cell: (row) => <MeetingLink classView={fromBooking(row)} student={row.studentName} />,
    },
    {
      key: 'more',
      label: labels.more,
      onCard: 'foot',
      cell: (row) => (
        <Button variant="default" px="md" onClick={() => onOpen(row)}>
          {copy.details}
          <VisuallyHidden>{copy.detailsOf(row.studentName, formatDateTime(row.dateTime))}</VisuallyHidden>
        </Button>
      ),
    },
  ]
}

function Earnings({ booking: { earnings } }: { booking: TeacherBooking }) {
  return (
    <>
      {formatCharge(earnings.amount, earnings.currency)} {earnings.currency}
      {!earnings.final && <span className={classes.small}>{copy.expected}</span>}
    </>
  )
}

function PaymentBadge({ status }: { status: string }) {
  const isPaid = status === 'paid' || status === 'credit'
  return (
    <Badge color={isPaid ? 'green' : 'orange'} variant="light" tt="none">
      {copy.payment[status] ?? status}
    </Badge>
  )
}

function formatDateTime(iso: string): string {
  const zone = displayZone()
  return `${formatDay(iso, zone)}, ${formatTime(iso, zone)}`
}
