import { Button, VisuallyHidden } from '@mantine/core'
import { IconVideo } from '@tabler/icons-react'
import type { Booking } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { epochMs, formatDay, formatTime, isJoinTime } from '@/lib/time'
import { TextLink } from '@/ui/TextLink'

interface JoinLinkProps {
  booking: Booking
  zone: string
  now: number
}

const copy = studentCopy.classes

/** The way into the class: a plain link before, a button from ten minutes before until its end; afterwards the room may belong to another student. */
export function JoinLink({ booking, zone, now }: JoinLinkProps) {
  if (booking.bookingStatus === 'cancelled') return copy.linkCancelled
  if (epochMs(booking.endDateTime) <= now) return copy.linkPast
  const link = safeLink(booking.googleMeetLink)
  if (!link) return copy.linkLater
  const label = (
    <>
      {copy.join}
      <VisuallyHidden>
        {copy.joinNamed(formatDay(booking.dateTime, zone), formatTime(booking.dateTime, zone))}
      </VisuallyHidden>
    </>
  )
  if (!isJoinTime(booking.dateTime, booking.endDateTime, now)) {
    return (
      <TextLink href={link} outside>
        {label}
      </TextLink>
    )
  }
  return (
    <Button
      component="a"
      href={link}
      target="_blank"
      rel="noreferrer"
      leftSection={<IconVideo size={18} aria-hidden />}
    >
      {label}
    </Button>
  )
}

/** Only an https address becomes a link, whatever was stored. */
function safeLink(link: string | null): string | null {
  return link?.startsWith('https://') ? link : null
}
