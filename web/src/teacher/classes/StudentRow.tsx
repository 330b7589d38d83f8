import { Anchor, Button, VisuallyHidden } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { serverFirstErrorText } from '@/api/errorText'
import { markNoShow } from '@/api/teacherClasses'
import { invalidateClasses } from '@/api/teacherKeys'
import type { CalendarBooking } from '@/api/teacherTypes'
import { teacherClassesCopy } from '@/copy/teacherClasses'
import { epochMs } from '@/lib/time'
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
  const { studentName, studentId, bookingStatus } = booking
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
        {(cancelled || noShow) && <ClassStatusBadge status={bookingStatus} noShow={noShow} />}
      </span>
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
