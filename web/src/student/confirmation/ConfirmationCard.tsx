import { Anchor, Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Booking } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { classTypeWord } from '@/copy/words'
import { googleCalendarLink } from '@/lib/calendarLink'
import { browserZone } from '@/lib/time'
import { hourWords } from '@/student/classFacts'
import { useClassFile } from '@/student/useClassFile'
import { Facts } from '@/ui/Facts'
import { Kolam } from '@/ui/Kolam'
import { BookingCode } from './BookingCode'
import classes from './ConfirmationCard.module.css'
import { useCountdown } from './useCountdown'

interface ConfirmationCardProps {
  booking: Booking
  /** Seconds until the card leaves by itself. */
  seconds: number
  /** The address the confirmation went to, once it has gone. */
  mailedTo?: string | null
  /** The card waits from the start, for somebody who came here by keyboard or screen reader. */
  startsPaused?: boolean
  onLeave: () => void
  onShowClasses: () => void
}

const copy = studentCopy.confirmation

/**
 * What has been booked. It returns to the dashboard by itself, unless the pointer rests on it, focus is inside, or
 * the student asks it to stay (WCAG 2.2.1).
 */
export function ConfirmationCard(props: ConfirmationCardProps) {
  const { booking, seconds, mailedTo, startsPaused = false, onLeave, onShowClasses } = props
  const title = useRef<HTMLHeadingElement>(null)
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const [stays, setStays] = useState(startsPaused)
  const left = useCountdown(seconds, hovered || focused || stays, onLeave)
  const calendarFile = useClassFile(booking)
  const words = hourWords(booking, browserZone(), booking.teacherTimeZone)

  useEffect(() => title.current?.focus(), [])

  const stay = () => {
    setStays(true)
    title.current?.focus()
  }

  const calendarLink = googleCalendarLink({
    title: copy.calendarTitle(classTypeWord(booking.classTypeKey), booking.teacherName),
    details: copy.calendarDetails(booking.bookingCode, booking.googleMeetLink),
    startIso: booking.dateTime,
    endIso: booking.endDateTime,
    location: booking.googleMeetLink,
  })

  return (
    <section
      className={classes.card}
      aria-labelledby="confirmation-title"
      onPointerMove={(event) =>
        event.pointerType === 'mouse' && hasMoved(event.nativeEvent) && setHovered(true)
      }
      onPointerLeave={() => setHovered(false)}
      onFocus={(event) => setFocused(event.target !== title.current)}
      onBlur={() => setFocused(false)}
    >
      <Kolam seed={booking.teacherId} draw className={classes.flourish} />
      <h1 id="confirmation-title" ref={title} tabIndex={-1} className={classes.title}>
        {copy.title}
      </h1>
      <p className={classes.mail} role="status">
        {mailedTo && copy.mailSent(mailedTo)}
      </p>
      <Facts
        facts={[
          { label: copy.name, value: booking.studentName },
          { label: copy.bookingId, value: <BookingCode booking={booking} /> },
          { label: copy.email, value: booking.studentEmail },
          { label: copy.teacher, value: booking.teacherName },
          { label: copy.date, value: words.date },
          { label: copy.time, value: `${words.time} (${words.zone})`, note: words.teacher },
        ]}
      />
      <div className={classes.actions}>
        {calendarLink && (
          <Button component="a" href={calendarLink} target="_blank" rel="noreferrer">
            {copy.addToGoogle}
          </Button>
        )}
        <Button variant="default" loading={calendarFile.busy} onClick={calendarFile.save}>
          {copy.addToOther}
        </Button>
        <Button variant="default" onClick={onShowClasses}>
          {copy.viewClasses}
        </Button>
        <Button variant="default" onClick={onLeave}>
          {copy.dashboard}
        </Button>
      </div>
      <div className={classes.return}>
        <Sentences
          all={[copy.returning(left), copy.paused, copy.stays]}
          shown={stays ? 2 : hovered || focused ? 1 : 0}
        />
        {!stays && (
          <Anchor
            component="button"
            type="button"
            inherit
            underline="always"
            c="var(--brand)"
            className={classes.stay}
            onClick={stay}
          >
            {copy.stay}
          </Anchor>
        )}
      </div>
    </section>
  )
}

/** One sentence of several, in a box that holds them all: what stands below does not move when the sentence changes. */
function Sentences({ all, shown }: { all: string[]; shown: number }) {
  return (
    <p className={classes.sentences}>
      {all.map((sentence, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
        <span key={index} aria-hidden={index !== shown}>
          {sentence}
        </span>
      ))}
    </p>
  )
}

/** A card that appears under a resting pointer is not hovered: browsers then report a move of no distance. */
function hasMoved(event: PointerEvent): boolean {
  return event.movementX !== 0 || event.movementY !== 0
}
