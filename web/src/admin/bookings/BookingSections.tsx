import { useQuery } from '@tanstack/react-query'
import { Section } from '@/admin/Section'
import { personQuery } from '@/api/adminPeople'
import type { Booking } from '@/api/types'
import { adminBookingsCopy } from '@/copy/adminBookings'
import { formatCharge } from '@/lib/money'
import { displayZone, formatInOtherZone, zoneCity } from '@/lib/time'
import { DateTime } from '@/ui/DateTime'
import { type DescriptionItem, DescriptionList } from '@/ui/DescriptionList'
import { TextLink } from '@/ui/TextLink'
import { paymentText } from './bookingColumns'

const { facts: labels, ...copy } = adminBookingsCopy

/** The class, with its time in the zones of administrator, student and teacher. */
export function ClassSection({ booking }: { booking: Booking }) {
  const { dateTime, googleMeetLink, rescheduledFrom } = booking
  const items: DescriptionItem[] = [
    {
      label: labels.at,
      value: <DateTime instant={dateTime} withZone />,
      note: <OtherClocks booking={booking} />,
    },
    ...(rescheduledFrom ? [{ label: labels.movedFrom, value: <DateTime instant={rescheduledFrom} /> }] : []),
    {
      label: labels.student,
      value: <TextLink href={`#people/${booking.studentId}`}>{booking.studentName}</TextLink>,
      note: booking.studentEmail,
    },
    {
      label: labels.teacher,
      value: <TextLink href={`#people/${booking.teacherId}`}>{booking.teacherName}</TextLink>,
    },
    { label: labels.kind, value: booking.classTypeKey, note: booking.title },
    {
      label: labels.link,
      value: googleMeetLink ? (
        <TextLink href={googleMeetLink} external>
          {googleMeetLink}
        </TextLink>
      ) : (
        copy.none
      ),
    },
    { label: labels.code, value: booking.bookingCode },
    { label: labels.id, value: booking._id },
  ]
  return (
    <Section title={labels.class}>
      <DescriptionList items={items} />
    </Section>
  )
}

/** Local times of student and teacher, if they differ from the administrator's. */
function OtherClocks({ booking }: { booking: Booking }) {
  const studentZone = useQuery(personQuery(booking.studentId)).data?.person.timeZone
  const zones = [
    { name: booking.studentName, zone: studentZone },
    { name: booking.teacherName, zone: booking.teacherTimeZone },
  ]
  return zones.map(({ name, zone }) => {
    const time = formatInOtherZone(booking.dateTime, displayZone(), zone)
    return time && zone && <div key={name}>{labels.clock(time, name, zoneCity(zone))}</div>
  })
}

export function PaymentSection({ booking }: { booking: Booking }) {
  const { orderId, refund, cancelledAt, cancelledBy, cancellationReason } = booking
  const items: DescriptionItem[] = [
    { label: labels.paid, value: paymentText(booking) },
    ...(orderId
      ? [{ label: labels.order, value: <TextLink href={`#orders/${orderId}`}>{labels.openOrder}</TextLink> }]
      : [{ label: labels.worth, value: formatCharge(booking.baseAmountPerClass, booking.currency) }]),
    ...(refund
      ? [
          {
            label: labels.refund,
            value: labels.refundOf(
              formatCharge(refund.amount, refund.currency),
              copy.refundStates[refund.state] ?? refund.state,
            ),
          },
        ]
      : []),
    { label: labels.booked, value: <DateTime instant={booking.createdAt} /> },
    ...(cancelledAt
      ? [
          {
            label: labels.cancelled,
            value: <DateTime instant={cancelledAt} />,
            note: cancelledBy && labels.cancelledBy(labels.who[cancelledBy] ?? cancelledBy),
          },
        ]
      : []),
    ...(cancellationReason ? [{ label: labels.cancelReason, value: cancellationReason }] : []),
  ]
  return (
    <Section title={labels.money}>
      <DescriptionList items={items} />
    </Section>
  )
}
