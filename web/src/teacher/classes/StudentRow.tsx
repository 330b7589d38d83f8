import { Anchor, Button, VisuallyHidden } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { serverFirstErrorText } from '@/api/errorText'
import { markNoShow } from '@/api/teacherClasses'
import { invalidateClasses } from '@/api/teacherKeys'
import { studentQuery } from '@/api/teacherPeople'
import type { CalendarBooking } from '@/api/teacherTypes'
import { teacherClassesCopy } from '@/copy/teacherClasses'
import { displayZone, epochMs, formatDay, formatInOtherZone, formatTime, zoneCity } from '@/lib/time'
import { toastError, toastSuccess } from '@/ui/toast'
import classes from './Classes.module.css'
import { ClassStatusBadge } from './ClassStatusBadge'
import { canMarkNoShow } from './classView'

const copy = teacherClassesCopy.dialog

interface StudentRowProps {
  booking: CalendarBooking
  dateTime: string
  now: number
  /** Cancels only this student's booking; `null` if there are no others. */
  onCancel: (() => void) | null
  /** Called when the teacher opens the student's page. */
  onLeave: () => void
}

/** A student of a class, with the no-show button. */
export function StudentRow({ booking, dateTime, now, onCancel, onLeave }: StudentRowProps) {
  const client = useQueryClient()
  const hintId = useId()
  const [noShow, setNoShow] = useState(booking.noShow)
  const { studentName, bookingStatus } = booking
  const noShowMutation = useMutation({
    mutationFn: () => markNoShow(booking._id, !noShow),
    onSuccess: ({ booking: { noShow: marked } }) => {
      setNoShow(marked)
      toastSuccess(marked ? copy.noShowDone(studentName) : copy.noShowUndone(studentName))
      void invalidateClasses(client)
    },
    onError: (error) => toastError(serverFirstErrorText(error, copy.noShowFailed)),
  })
  const cancelled = bookingStatus === 'cancelled'
  const canMark = !cancelled && canMarkNoShow(dateTime, now)
  return (
    <li className={classes.student}>
      <StudentName booking={booking} noShow={noShow} dateTime={dateTime} onLeave={onLeave} />
      {booking.studentEmail && (
        <Button
          component="a"
          variant="default"
          leftSection={<IconMail size={18} aria-hidden />}
          href={mailLink(booking.studentEmail, copy.subject(dateTimeText(dateTime)))}
        >
          {copy.message}
          <VisuallyHidden>{copy.messageTo(studentName)}</VisuallyHidden>
        </Button>
      )}
      {canMark && (
        <span className={classes.action}>
          <Button
            variant="default"
            loading={noShowMutation.isPending}
            onClick={() => noShowMutation.mutate()}
            aria-describedby={hintId}
          >
            {noShow ? copy.undoNoShow : copy.noShow}
            <VisuallyHidden>{copy.noShowNamed(studentName)}</VisuallyHidden>
          </Button>
          <small id={hintId}>{copy.noShowHint}</small>
        </span>
      )}
      {onCancel && !cancelled && epochMs(dateTime) > now && (
        <Button variant="default" onClick={onCancel}>
          {copy.cancelFor(studentName)}
        </Button>
      )}
    </li>
  )
}

interface StudentNameProps {
  booking: CalendarBooking
  noShow: boolean
  dateTime: string
  onLeave: () => void
}

/** The student's name, their local time, and the teacher's last note. */
function StudentName({ booking, noShow, dateTime, onLeave }: StudentNameProps) {
  const { studentId, studentName, bookingStatus, studentTimeZone } = booking
  const detail = useQuery(studentQuery(studentId)).data
  const zone = studentTimeZone ?? detail?.student.timeZone
  const time = formatInOtherZone(dateTime, displayZone(), zone)
  return (
    <span>
      <Anchor
        href={`#students/${studentId}`}
        onClick={onLeave}
        inherit
        underline="always"
        c="var(--brand)"
        aria-label={copy.openStudent(studentName)}
      >
        {studentName}
      </Anchor>{' '}
      {(bookingStatus === 'cancelled' || noShow) && (
        <ClassStatusBadge status={bookingStatus} noShow={noShow} />
      )}
      {time && zone && <small className={classes.small}>{copy.studentTime(time, zoneCity(zone))}</small>}
      {detail && <LastNote text={detail.notes.text} />}
    </span>
  )
}

const MAX_NOTE_CHARS = 160

/** The last line of the teacher's notes about a student. */
function LastNote({ text }: { text: string }) {
  const last = text.trim().split('\n').at(-1)
  if (!last) return null
  return (
    <small className={classes.small} dir="auto">
      {copy.lastNote}: {last.length > MAX_NOTE_CHARS ? `${last.slice(0, MAX_NOTE_CHARS)}…` : last}
    </small>
  )
}

function mailLink(address: string, subject: string): string {
  return `mailto:${address}?subject=${encodeURIComponent(subject)}`
}

function dateTimeText(iso: string): string {
  const zone = displayZone()
  return `${formatDay(iso, zone)}, ${formatTime(iso, zone)}`
}
