import { useQuery } from '@tanstack/react-query'
import { Block } from '@/admin/Block'
import { personQuery } from '@/api/adminPeople'
import type { Booking } from '@/api/types'
import { adminBookingsCopy } from '@/copy/adminBookings'
import { formatCharge } from '@/lib/money'
import { browserZone, otherClock, zoneCity } from '@/lib/time'
import { type Fact, Facts } from '@/ui/Facts'
import { TextLink } from '@/ui/TextLink'
import { When } from '@/ui/When'
import { paidWords } from './columns'

const { facts: words, ...copy } = adminBookingsCopy

/** The class itself, on the clocks of all three. */
export function ClassFacts({ booking }: { booking: Booking }) {
  const { dateTime, googleMeetLink, rescheduledFrom } = booking
  const facts: Fact[] = [
    { label: words.at, value: <When at={dateTime} withZone />, note: <Clocks booking={booking} /> },
    ...(rescheduledFrom ? [{ label: words.movedFrom, value: <When at={rescheduledFrom} /> }] : []),
    {
      label: words.student,
      value: <TextLink href={`#people/${booking.studentId}`}>{booking.studentName}</TextLink>,
      note: booking.studentEmail,
    },
    {
      label: words.teacher,
      value: <TextLink href={`#people/${booking.teacherId}`}>{booking.teacherName}</TextLink>,
    },
    { label: words.kind, value: booking.classTypeKey },
    {
      label: words.link,
      value: googleMeetLink ? (
        <TextLink href={googleMeetLink} outside>
          {googleMeetLink}
        </TextLink>
      ) : (
        copy.none
      ),
    },
    { label: words.code, value: booking.bookingCode },
    { label: words.id, value: booking._id },
  ]
  return (
    <Block title={words.class}>
      <Facts facts={facts} />
    </Block>
  )
}

/** What the student's and the teacher's clocks show then, where that is something else. */
function Clocks({ booking }: { booking: Booking }) {
  const studentZone = useQuery(personQuery(booking.studentId)).data?.person.timeZone
  const clocks = [
    { who: booking.studentName, zone: studentZone },
    { who: booking.teacherName, zone: booking.teacherTimeZone },
  ]
  return clocks.map(({ who, zone }) => {
    const time = otherClock(booking.dateTime, browserZone(), zone)
    return time && zone && <div key={who}>{words.clock(time, who, zoneCity(zone))}</div>
  })
}

export function MoneyFacts({ booking }: { booking: Booking }) {
  const { orderId, refund, cancelledAt, cancelledBy, cancellationReason } = booking
  const facts: Fact[] = [
    { label: words.paid, value: paidWords(booking) },
    ...(orderId
      ? [{ label: words.order, value: <TextLink href={`#orders/${orderId}`}>{words.openOrder}</TextLink> }]
      : [{ label: words.worth, value: formatCharge(booking.baseAmountPerClass, booking.currency) }]),
    ...(refund
      ? [
          {
            label: words.refund,
            value: words.refundOf(
              formatCharge(refund.amount, refund.currency),
              copy.refundStates[refund.state] ?? refund.state,
            ),
          },
        ]
      : []),
    { label: words.booked, value: <When at={booking.createdAt} /> },
    ...(cancelledAt
      ? [
          {
            label: words.cancelled,
            value: <When at={cancelledAt} />,
            note: cancelledBy && words.cancelledBy(words.who[cancelledBy] ?? cancelledBy),
          },
        ]
      : []),
    ...(cancellationReason ? [{ label: words.cancelReason, value: cancellationReason }] : []),
  ]
  return (
    <Block title={words.money}>
      <Facts facts={facts} />
    </Block>
  )
}
