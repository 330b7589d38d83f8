import type { QueryClient } from '@tanstack/react-query'
import { failureMessage } from '@/admin/failureMessage'
import { invalidateAdmin, undoDecision } from '@/api/admin'
import type { PendingTeacher, TeacherDecision } from '@/api/adminTypes'
import { isApiError } from '@/api/error'
import { adminApprovalsCopy } from '@/copy/adminApprovals'
import { toastError, toastSuccess } from '@/ui/toast'
import { toastUndoable } from '@/ui/toastUndoable'

const copy = adminApprovalsCopy

/** Shows a decision with a button that undoes it. The button also works in another section. */
export function showDecision(queries: QueryClient, teacher: PendingTeacher, decision: TeacherDecision) {
  const isApproval = decision.status === 'approved'
  const undo = async () => {
    try {
      await undoDecision(teacher._id, decision.decisionId)
      toastSuccess(copy.undone)
    } catch (error) {
      if (!isApiError(error)) throw error
      toastError(failureMessage(copy.undoFailed, error))
    }
    await invalidateAdmin(queries)
  }
  toastUndoable({
    id: `decision-${decision.decisionId}`,
    message: isApproval ? copy.approved : copy.rejected,
    subject: teacher.name,
    label: copy.undo,
    fullLabel: isApproval ? copy.undoApproval(teacher.name) : copy.undoRejection(teacher.name),
    seconds: decision.undoSeconds,
    onUndo: () => void undo(),
  })
}
