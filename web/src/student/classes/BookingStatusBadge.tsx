import { Badge } from '@mantine/core'
import type { Booking } from '@/api/types'
import { studentCopy } from '@/copy/student'

const copy = studentCopy.classes

/** Status badge: green when completed, blue otherwise (SPEC §2); cancelled is outlined. */
export function BookingStatusBadge({ booking }: { booking: Pick<Booking, 'bookingStatus' | 'noShow'> }) {
  const { bookingStatus, noShow } = booking
  if (bookingStatus === 'completed') {
    return (
      <Badge color="green" variant="light" tt="none">
        {noShow ? `${copy.status.completed} · ${copy.noShow}` : copy.status.completed}
      </Badge>
    )
  }
  if (bookingStatus === 'cancelled') {
    return (
      <Badge color="blue" variant="outline" tt="none">
        {copy.status.cancelled}
      </Badge>
    )
  }
  return (
    <Badge color="blue" variant="light" tt="none">
      {copy.status.confirmed}
    </Badge>
  )
}
