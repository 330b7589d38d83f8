import { Alert, Button, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { serverFirstErrorText } from '@/api/errorText'
import { cancelClass, cancelForStudent } from '@/api/teacherClasses'
import { invalidateClasses } from '@/api/teacherKeys'
import { teacherClassesCopy } from '@/copy/teacherClasses'
import { uiCopy } from '@/copy/ui'
import { displayZone, formatDayTime } from '@/lib/time'
import page from '@/teacher/TeacherPage.module.css'
import { DangerButton } from '@/ui/DangerButton'
import { Dialog } from '@/ui/Dialog'
import { toastSuccess } from '@/ui/toast'
import { useReturnFocus } from '@/ui/useReturnFocus'

const copy = teacherClassesCopy.cancel
const MAX_REASON_CHARS = 500

/** What is cancelled: a class with all participants, or one student's booking. */
export type CancellationTarget =
  | {
      kind: 'class'
      teacherId: string
      slotId: string
      /** Names of the students. */
      students: readonly string[]
    }
  | { kind: 'booking'; bookingId: string; student: string; whole: boolean }

interface CancelClassDialogProps {
  target: CancellationTarget
  /** When the class starts. */
  dateTime: string
  /** The zone in which it is shown. */
  zone?: string
  onClose: () => void
}

/** Asks before a class is cancelled; students get a full refund (D24). */
export function CancelClassDialog({
  target,
  dateTime,
  zone = displayZone(),
  onClose,
}: CancelClassDialogProps) {
  useReturnFocus()
  const labels = labelsOf(target)
  const names = target.kind === 'class' ? target.students : [target.student]
  const students = names.length
  const [reason, setReason] = useState('')
  const client = useQueryClient()
  const cancellation = useMutation({
    mutationFn: async () => {
      if (target.kind === 'booking') await cancelForStudent(target.bookingId, reason.trim())
      else await cancelClass(target.teacherId, target.slotId, reason.trim())
    },
    onSuccess: () => {
      toastSuccess(labels.done(students))
      onClose()
    },
    onSettled: () => void invalidateClasses(client),
  })
  const isPending = cancellation.isPending
  return (
    <Dialog
      opened
      onClose={onClose}
      title={labels.title}
      classNames={{ title: page.modalTitle }}
      closeButtonProps={{ 'aria-label': uiCopy.close, disabled: isPending }}
      closeOnClickOutside={!isPending}
      closeOnEscape={!isPending}
    >
      <p>
        <b>{[formatDayTime(dateTime, zone), names.join(', ')].filter(Boolean).join(' · ')}</b>
      </p>
      <p className={page.hint}>{copy.text(students)}</p>
      {students > 0 && (
        <Textarea
          label={copy.reason}
          description={copy.reasonHint(students)}
          autosize
          minRows={2}
          maxLength={MAX_REASON_CHARS}
          dir="auto"
          mt="md"
          value={reason}
          disabled={isPending}
          error={cancellation.error?.fieldErrors.reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      {cancellation.error && (
        <Alert color="red" role="alert" mt="md">
          {serverFirstErrorText(cancellation.error, copy.failed)}
        </Alert>
      )}
      <div className={page.foot}>
        <Button variant="default" onClick={onClose} disabled={isPending} data-autofocus>
          {copy.keep}
        </Button>
        <DangerButton loading={isPending} onClick={() => cancellation.mutate()}>
          {labels.confirm}
        </DangerButton>
      </div>
    </Dialog>
  )
}

/** One booking of a class with other students is not the whole class. */
function labelsOf(target: CancellationTarget) {
  return target.kind === 'booking' && !target.whole
    ? {
        title: copy.titleFor(target.student),
        confirm: copy.confirmFor,
        done: () => copy.doneFor(target.student),
      }
    : { title: copy.title, confirm: copy.confirm, done: copy.done }
}
