import { Button, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import classes from '@/admin/Admin.module.css'
import { invalidateAdmin, rejectTeacher } from '@/api/admin'
import type { PendingTeacher } from '@/api/adminTypes'
import { adminApprovalsCopy } from '@/copy/adminApprovals'
import { uiCopy } from '@/copy/ui'
import { Dialog } from '@/ui/Dialog'
import { useReturnFocus } from '@/ui/useReturnFocus'
import { showDecision } from './showDecision'
import { showDecisionError } from './showDecisionError'

const copy = adminApprovalsCopy
const MAX_REASON_CHARS = 500

interface RejectDialogProps {
  teacher: PendingTeacher
  /** Called if the application has changed since it was loaded. */
  onConflict: (id: string) => void
  onClose: () => void
}

/** Confirms a rejection and asks for the reason, which the teacher receives. */
export function RejectDialog({ teacher, onConflict, onClose }: RejectDialogProps) {
  useReturnFocus()
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const rejection = useMutation({
    mutationFn: () => rejectTeacher(teacher, reason.trim()),
    onSuccess: (decision) => {
      showDecision(queries, teacher, decision)
      onClose()
    },
    onError: (error) => {
      if (!showDecisionError(copy.rejectFailed, error)) return
      onConflict(teacher._id)
      onClose()
    },
    onSettled: () => void invalidateAdmin(queries),
  })
  const isPending = rejection.isPending
  return (
    <Dialog
      opened
      onClose={onClose}
      title={copy.dialog.title(teacher.name)}
      classNames={{ title: classes.modalTitle }}
      closeButtonProps={{ 'aria-label': uiCopy.close, disabled: isPending }}
      closeOnClickOutside={!isPending}
      closeOnEscape={!isPending}
    >
      <p className={classes.hint}>{copy.dialog.text}</p>
      <Textarea
        label={copy.dialog.reason}
        description={copy.dialog.hint}
        autosize
        minRows={3}
        maxLength={MAX_REASON_CHARS}
        dir="auto"
        mt="md"
        value={reason}
        disabled={isPending}
        error={rejection.error?.fieldErrors.reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
      />
      <div className={classes.foot}>
        <Button variant="default" onClick={onClose} disabled={isPending}>
          {copy.dialog.keep}
        </Button>
        <Button loading={isPending} onClick={() => rejection.mutate()}>
          {copy.reject}
        </Button>
      </div>
    </Dialog>
  )
}
