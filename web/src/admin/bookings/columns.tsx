import sheet from '@/admin/Sheet.module.css'
import { Stamp } from '@/admin/Stamp'
import type { Booking } from '@/api/types'
import { adminBookingsCopy } from '@/copy/adminBookings'
import { formatCharge } from '@/lib/money'
import { browserZone, otherClock, zoneCity } from '@/lib/time'
import type { Column } from '@/ui/DataList'
import { TextLink } from '@/ui/TextLink'
import { When } from '@/ui/When'

const copy = adminBookingsCopy
const labels = copy.list.columns

export const at: Column<Booking> = {
  key: 'at',
  label: labels.at,
  onCard: 'heading',
  cell: ({ _id, dateTime, teacherTimeZone }) => (
    <div className={sheet.name}>
      <TextLink href={`#bookings/${_id}`}>
        <When at={dateTime} />
      </TextLink>
      <TeacherClock at={dateTime} zone={teacherTimeZone} />
    </div>
  ),
}

function TeacherClock({ at, zone }: { at: string; zone: string | null }) {
  const time = otherClock(at, browserZone(), zone)
  return time && zone && <div className={sheet.clock}>{copy.teacherClock(time, zoneCity(zone))}</div>
}

export const student: Column<Booking> = {
  key: 'student',
  label: labels.student,
  cell: ({ studentId, studentName }) => <TextLink href={`#people/${studentId}`}>{studentName}</TextLink>,
}

export const teacher: Column<Booking> = {
  key: 'teacher',
  label: labels.teacher,
  cell: ({ teacherId, teacherName }) => <TextLink href={`#people/${teacherId}`}>{teacherName}</TextLink>,
}

export const state: Column<Booking> = {
  key: 'state',
  label: labels.state,
  cell: ({ bookingStatus, noShow }) =>
    noShow ? (
      <Stamp state="failed" words={{ failed: copy.noShow }} />
    ) : (
      <Stamp state={bookingStatus} words={copy.statuses} />
    ),
}

export const paid: Column<Booking> = {
  key: 'paid',
  label: labels.paid,
  cell: (booking) => paidWords(booking),
}

/** Credits, or money to the last paisa. */
export function paidWords({ creditsUsed, paymentAmount, currency, orderId }: Booking): string {
  return orderId ? formatCharge(paymentAmount, currency) : copy.credits(creditsUsed)
}
