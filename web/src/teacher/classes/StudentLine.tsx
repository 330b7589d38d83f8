import { Anchor, Button, VisuallyHidden } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { serverText } from '@/api/errorText'
import { markNoShow } from '@/api/teacherClasses'
import { invalidateClasses } from '@/api/teacherKeys'
import type { CalendarBooking } from '@/api/teacherTypes'
import { teacherClassesCopy } from '@/copy/teacherClasses'
import { epochMs } from '@/lib/time'
import { toastError, toastSuccess } from '@/ui/toast'
import classes from './Classes.module.css'
import { mayMarkNoShow } from './classView'
import { StatusTag } from './StatusTag'

const copy = teacherClassesCopy.dialog

interface StudentLineProps {
  booking: CalendarBooking
  dateTime: string
  now: number
  /** Cancels for this student alone, where there are others. */
  onCancel: (() => void) | null
  /** The teacher follows the link to the student. */
  onLeave: () => void
}

/** One student of a class, and whether they came. */
export function StudentLine({ booking, dateTime, now, onCancel, onLeave }: StudentLineProps) {
  const client = useQueryClient()
  const hintId = useId()
  const [noShow, setNoShow] = useState(booking.noShow)
  const { studentName, studentId, bookingStatus } = booking
  const marking = useMutation({
    mutationFn: () => markNoShow(booking._id, !noShow),
    onSuccess: ({ booking: { noShow: marked } }) => {
      setNoShow(marked)
      toastSuccess(marked ? copy.noShowDone(studentName) : copy.noShowUndone(studentName))
      void invalidateClasses(client)
    },
    onError: (error) => toastError(serverText(error, copy.noShowFailed)),
  })
  const cancelled = bookingStatus === 'cancelled'
  const markable = !cancelled && mayMarkNoShow(dateTime, now)
  return (
    <li className={classes.student}>
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
        {(cancelled || noShow) && <StatusTag status={bookingStatus} noShow={noShow} />}
      </span>
      {markable && (
        <span className={classes.act}>
          <Button
            variant="default"
            loading={marking.isPending}
            onClick={() => marking.mutate()}
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
