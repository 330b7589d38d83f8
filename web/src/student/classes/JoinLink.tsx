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

/**
 * Meeting link of a class: a text link at first, a button from ten minutes before the start until
 * the end, and nothing afterwards, because the room may then belong to another student.
 */
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
      <TextLink href={link} external>
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

/** Only HTTPS URLs become links. */
function safeLink(link: string | null): string | null {
  return link?.startsWith('https://') ? link : null
}
