import { Anchor, Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Booking, Slot } from '@/api/types'
import { calendarLinkCopy as calendarCopy } from '@/copy/calendarLink'
import { classTypeLabel } from '@/copy/labels'
import { studentCopy } from '@/copy/student'
import { childSectionsCopy } from '@/copy/studentChildSections'
import { useChild } from '@/family/childName'
import { googleCalendarLink } from '@/lib/calendarLink'
import { formatCharge } from '@/lib/money'
import { displayZone } from '@/lib/time'
import { usePerson } from '@/session/useSession'
import { classTimeText } from '@/student/classText'
import { useClassFile } from '@/student/useClassFile'
import { DescriptionList } from '@/ui/DescriptionList'
import { Kolam } from '@/ui/Kolam'
import { BookingCode } from './BookingCode'
import classes from './ConfirmationCard.module.css'
import { useCountdown } from './useCountdown'

interface ConfirmationCardProps {
  booking: Booking
  /** Seconds until the card closes automatically. */
  seconds: number
  /** The address to which the confirmation was sent. */
  mailedTo?: string | null
  /** Starts without the countdown, for keyboard and screen reader users. */
  startsPaused?: boolean
  /** The same time one week later, if it is open. */
  nextWeek?: Slot | null
  onPick?: (slot: Slot) => void
  onLeave: () => void
  onShowClasses: () => void
}

const copy = studentCopy.confirmation
const childCopy = childSectionsCopy.confirmation

/**
 * Confirmation of a booking. Returns to the dashboard automatically (SPEC §9) unless the pointer is
 * over it, or the student has used or pinned it (WCAG 2.2.1).
 */
export function ConfirmationCard(props: ConfirmationCardProps) {
  const { booking, seconds, mailedTo, startsPaused = false, onLeave } = props
  const child = useChild()
  const { email } = usePerson()
  const title = useRef<HTMLHeadingElement>(null)
  const [hovered, setHovered] = useState(false)
  const [isUsed, setUsed] = useState(false)
  const [isPinned, setIsPinned] = useState(startsPaused)
  const secondsLeft = useCountdown(seconds, hovered || isUsed || isPinned, onLeave)
  const classTime = classTimeText(booking, displayZone(), booking.teacherTimeZone)

  useEffect(() => title.current?.focus(), [])

  const pin = () => {
    setIsPinned(true)
    title.current?.focus()
  }

  return (
    <section
      className={classes.card}
      aria-labelledby="confirmation-title"
      onPointerMove={(event) =>
        event.pointerType === 'mouse' && hasMoved(event.nativeEvent) && setHovered(true)
      }
      onPointerLeave={() => setHovered(false)}
      onFocus={(event) => event.target !== title.current && setUsed(true)}
      onPointerDown={() => setUsed(true)}
      onKeyDown={() => setUsed(true)}
    >
      <Kolam seed={booking.teacherId} animated className={classes.ornament} />
      <h1 id="confirmation-title" ref={title} tabIndex={-1} className={classes.title}>
        {child ? childCopy.title(child) : copy.title}
      </h1>
      <p className={classes.mail} role="status">
        {mailedTo && copy.mailSent(mailedTo)}
      </p>
      <div className={classes.return}>
        <SentenceStack
          sentences={[copy.returning(secondsLeft), copy.paused, copy.stays]}
          visibleIndex={isPinned ? 2 : hovered || isUsed ? 1 : 0}
        />
        {!isPinned && (
          <Anchor
            component="button"
            type="button"
            inherit
            underline="always"
            c="var(--brand)"
            className={classes.stay}
            onClick={pin}
          >
            {copy.stay}
          </Anchor>
        )}
      </div>
      <DescriptionList
        items={[
          { label: copy.name, value: booking.studentName },
          { label: copy.bookingCode, value: <BookingCode booking={booking} /> },
          { label: copy.email, value: email },
          ...(booking.title ? [{ label: copy.class, value: booking.title }] : []),
          { label: copy.teacher, value: booking.teacherName },
          { label: copy.date, value: classTime.date },
          { label: copy.time, value: `${classTime.time} (${classTime.zone})`, note: classTime.teacher },
          { label: copy.paid, value: paidText(booking) },
        ]}
      />
      <CardActions {...props} />
    </section>
  )
}

/** What the class has cost: money, or credits. */
function paidText({ charged, currency, creditsUsed }: Booking): string {
  return charged === null ? copy.credits(creditsUsed) : formatCharge(charged, currency)
}

function CardActions({ booking, nextWeek, onPick, onShowClasses, onLeave }: ConfirmationCardProps) {
  const child = useChild()
  const calendarFile = useClassFile(booking)
  const title = booking.title
    ? calendarCopy.titleOf(booking.title, booking.teacherName)
    : calendarCopy.titleOfType(classTypeLabel(booking.classTypeKey), booking.teacherName)
  const calendarLink = googleCalendarLink({
    title: child ? childCopy.event(title, child) : title,
    details: calendarCopy.details(booking.bookingCode, booking.googleMeetLink),
    startIso: booking.dateTime,
    endIso: booking.endDateTime,
    location: booking.googleMeetLink,
  })
  return (
    <div className={classes.actions}>
      {nextWeek && onPick && <Button onClick={() => onPick(nextWeek)}>{copy.sameTimeNextWeek}</Button>}
      {calendarLink && (
        <Button
          variant={nextWeek ? 'default' : 'filled'}
          component="a"
          href={calendarLink}
          target="_blank"
          rel="noreferrer"
        >
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
  )
}

/** Shows one of several sentences and reserves space for all, so that the layout below does not move. */
function SentenceStack({ sentences, visibleIndex }: { sentences: string[]; visibleIndex: number }) {
  return (
    <p className={classes.sentences}>
      {sentences.map((sentence, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
        <span key={index} aria-hidden={index !== visibleIndex}>
          {sentence}
        </span>
      ))}
    </p>
  )
}

/** Browsers report a move of zero distance for a card that appears under a resting pointer. */
function hasMoved(event: PointerEvent): boolean {
  return event.movementX !== 0 || event.movementY !== 0
}
