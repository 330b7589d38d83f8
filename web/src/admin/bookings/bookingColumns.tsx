import table from '@/admin/DataTable.module.css'
import { StatusBadge } from '@/admin/StatusBadge'
import type { Booking } from '@/api/types'
import { adminBookingsCopy } from '@/copy/adminBookings'
import { formatCharge } from '@/lib/money'
import { displayZone, formatInOtherZone, zoneCity } from '@/lib/time'
import type { Column } from '@/ui/DataList'
import { DateTime } from '@/ui/DateTime'
import { TextLink } from '@/ui/TextLink'

const copy = adminBookingsCopy
const labels = copy.list.columns

export const timeColumn: Column<Booking> = {
  key: 'at',
  label: labels.at,
  onCard: 'heading',
  cell: ({ _id, dateTime, teacherTimeZone }) => (
    <div className={table.name}>
      <TextLink href={`#bookings/${_id}`}>
        <DateTime instant={dateTime} />
      </TextLink>
      <TeacherClock at={dateTime} zone={teacherTimeZone} />
    </div>
  ),
}

function TeacherClock({ at, zone }: { at: string; zone: string | null }) {
  const time = formatInOtherZone(at, displayZone(), zone)
  return time && zone && <div className={table.otherTime}>{copy.teacherClock(time, zoneCity(zone))}</div>
}

export const bookingStudentColumn: Column<Booking> = {
  key: 'student',
  label: labels.student,
  cell: ({ studentId, studentName }) => <TextLink href={`#people/${studentId}`}>{studentName}</TextLink>,
}

export const bookingTeacherColumn: Column<Booking> = {
  key: 'teacher',
  label: labels.teacher,
  cell: ({ teacherId, teacherName }) => <TextLink href={`#people/${teacherId}`}>{teacherName}</TextLink>,
}

export const bookingStatusColumn: Column<Booking> = {
  key: 'state',
  label: labels.state,
  cell: ({ bookingStatus, noShow }) =>
    noShow ? (
      <StatusBadge state="failed" labels={{ failed: copy.noShow }} />
    ) : (
      <StatusBadge state={bookingStatus} labels={copy.statuses} />
    ),
}

export const bookingPaymentColumn: Column<Booking> = {
  key: 'paid',
  label: labels.paid,
  cell: (booking) => paymentText(booking),
}

export const bookedColumn: Column<Booking> = {
  key: 'booked',
  label: copy.facts.booked,
  cell: ({ createdAt }) => <DateTime instant={createdAt} show="date" />,
}

/** Credits, or the exact amount. */
export function paymentText({ creditsUsed, paymentAmount, currency, orderId }: Booking): string {
  return orderId ? formatCharge(paymentAmount, currency) : copy.credits(creditsUsed)
}
