import { Badge, Button, VisuallyHidden } from '@mantine/core'
import type { TaughtClass } from '@/api/teacherTypes'
import { teacherClassesCopy as copy } from '@/copy/teacherClasses'
import { formatCharge } from '@/lib/money'
import { browserZone, formatDay, formatTime } from '@/lib/time'
import type { Column } from '@/ui/DataList'
import { When } from '@/ui/When'
import classes from './Classes.module.css'
import { fromBooking } from './classView'
import { MeetingLink } from './MeetingLink'
import { StatusTag } from './StatusTag'

/** The columns of both lists (SPEC §2), and the way to a class in full. */
export function taughtColumns(onOpen: (booking: TaughtClass) => void): Column<TaughtClass>[] {
  const labels = copy.columns
  return [
    { key: 'student', label: labels.student, cell: ({ studentName }) => studentName },
    { key: 'when', label: labels.when, cell: ({ dateTime }) => <When at={dateTime} /> },
    { key: 'earnings', label: labels.earnings, numeric: true, cell: (row) => <Earnings booking={row} /> },
    { key: 'payment', label: labels.payment, cell: (row) => <PaymentTag status={row.paymentStatus} /> },
    {
      key: 'status',
      label: labels.status,
      cell: ({ bookingStatus, noShow }) => <StatusTag status={bookingStatus} noShow={noShow} />,
    },
    {
      key: 'link',
      label: labels.link,
      cell: (row) => <MeetingLink taught={fromBooking(row)} student={row.studentName} />,
    },
    {
      key: 'more',
      label: labels.more,
      onCard: 'foot',
      cell: (row) => (
        <Button variant="default" px="md" onClick={() => onOpen(row)}>
          {copy.details}
          <VisuallyHidden>{copy.detailsOf(row.studentName, whenWords(row.dateTime))}</VisuallyHidden>
        </Button>
      ),
    },
  ]
}

function Earnings({ booking: { earnings } }: { booking: TaughtClass }) {
  return (
    <>
      {formatCharge(earnings.amount, earnings.currency)} {earnings.currency}
      {!earnings.final && <span className={classes.small}>{copy.expected}</span>}
    </>
  )
}

function PaymentTag({ status }: { status: string }) {
  const paid = status === 'paid' || status === 'credit'
  return (
    <Badge color={paid ? 'green' : 'orange'} variant="light" tt="none">
      {copy.payment[status] ?? status}
    </Badge>
  )
}

function whenWords(iso: string): string {
  const zone = browserZone()
  return `${formatDay(iso, zone)}, ${formatTime(iso, zone)}`
}
