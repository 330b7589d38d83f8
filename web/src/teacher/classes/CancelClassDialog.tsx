import { Alert, Button, Modal, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { serverText } from '@/api/errorText'
import { cancelClass, cancelForStudent } from '@/api/teacherClasses'
import { invalidateClasses } from '@/api/teacherKeys'
import { teacherClassesCopy } from '@/copy/teacherClasses'
import { uiCopy } from '@/copy/ui'
import page from '@/teacher/TeacherPage.module.css'
import { toastSuccess } from '@/ui/toast'
import { useReturnFocus } from '@/ui/useReturnFocus'

const copy = teacherClassesCopy.cancel
const REASON_CHARS = 500

/** What is cancelled: a class with everybody in it, or one student's place. */
export type Cancelled =
  | { kind: 'class'; teacherId: string; slotId: string; students: number }
  | { kind: 'booking'; bookingId: string; student: string; whole: boolean }

interface CancelClassDialogProps {
  of: Cancelled
  onClose: () => void
}

/** Asks before a class is cancelled; a teacher's cancellation gives everything back (D24). */
export function CancelClassDialog({ of, onClose }: CancelClassDialogProps) {
  useReturnFocus()
  const words = wordsOf(of)
  const students = of.kind === 'class' ? of.students : 1
  const [reason, setReason] = useState('')
  const client = useQueryClient()
  const cancelling = useMutation({
    mutationFn: async () => {
      if (of.kind === 'booking') await cancelForStudent(of.bookingId, reason.trim())
      else await cancelClass(of.teacherId, of.slotId, reason.trim())
    },
    onSuccess: () => {
      toastSuccess(words.done)
      onClose()
    },
    onSettled: () => void invalidateClasses(client),
  })
  const pending = cancelling.isPending
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.title}
      classNames={{ title: page.modalTitle }}
      closeButtonProps={{ 'aria-label': uiCopy.close, disabled: pending }}
      closeOnClickOutside={!pending}
      closeOnEscape={!pending}
    >
      <p className={page.hint}>{copy.text(students)}</p>
      {students > 0 && (
        <Textarea
          label={copy.reason}
          description={copy.reasonHint}
          autosize
          minRows={2}
          maxLength={REASON_CHARS}
          dir="auto"
          mt="md"
          value={reason}
          disabled={pending}
          error={cancelling.error?.fieldErrors.reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      {cancelling.error && (
        <Alert color="red" role="alert" mt="md">
          {serverText(cancelling.error, copy.failed)}
        </Alert>
      )}
      <div className={page.foot}>
        <Button variant="default" onClick={onClose} disabled={pending} data-autofocus>
          {copy.keep}
        </Button>
        <Button loading={pending} onClick={() => cancelling.mutate()}>
          {words.confirm}
        </Button>
      </div>
    </Modal>
  )
}

/** One student's place in a class with others is not the class. */
function wordsOf(of: Cancelled) {
  return of.kind === 'booking' && !of.whole
    ? { title: copy.titleFor(of.student), confirm: copy.confirmFor, done: copy.doneFor(of.student) }
    : { title: copy.title, confirm: copy.confirm, done: copy.done }
}
