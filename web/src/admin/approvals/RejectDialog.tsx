import { Button, Modal, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import classes from '@/admin/Admin.module.css'
import { invalidateAdmin, rejectTeacher } from '@/api/admin'
import type { PendingTeacher } from '@/api/adminTypes'
import { adminCopy } from '@/copy/admin'
import { uiCopy } from '@/copy/ui'
import { toastSuccess } from '@/ui/toast'
import { useReturnFocus } from '@/ui/useReturnFocus'
import { sayRefused } from './sayRefused'

const copy = adminCopy.approvals
const REASON_CHARS = 500

interface RejectDialogProps {
  teacher: PendingTeacher
  /** Shows what has changed in an application that was sent again. */
  show: (id: string) => void
  onClose: () => void
}

/** Asks before an application is rejected, and for the reason that the teacher is told. */
export function RejectDialog({ teacher, show, onClose }: RejectDialogProps) {
  useReturnFocus()
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const rejecting = useMutation({
    mutationFn: () => rejectTeacher(teacher, reason.trim()),
    onSuccess: () => {
      toastSuccess(copy.rejected)
      onClose()
    },
    onError: (error) => {
      if (!sayRefused(copy.rejectFailed, error)) return
      show(teacher._id)
      onClose()
    },
    onSettled: () => void invalidateAdmin(queries),
  })
  const pending = rejecting.isPending
  return (
    <Modal
      opened
      onClose={onClose}
      title={copy.dialog.title(teacher.name)}
      classNames={{ title: classes.modalTitle }}
      closeButtonProps={{ 'aria-label': uiCopy.close, disabled: pending }}
      closeOnClickOutside={!pending}
      closeOnEscape={!pending}
    >
      <p className={classes.hint}>{copy.dialog.text}</p>
      <Textarea
        label={copy.dialog.reason}
        description={copy.dialog.hint}
        autosize
        minRows={3}
        maxLength={REASON_CHARS}
        dir="auto"
        mt="md"
        value={reason}
        disabled={pending}
        error={rejecting.error?.fieldErrors.reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
      />
      <div className={classes.foot}>
        <Button variant="default" onClick={onClose} disabled={pending}>
          {copy.dialog.keep}
        </Button>
        <Button loading={pending} onClick={() => rejecting.mutate()}>
          {copy.reject}
        </Button>
      </div>
    </Modal>
  )
}
