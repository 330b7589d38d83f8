import { useMutation, useQueryClient } from '@tanstack/react-query'
import { approveTeacher, invalidateAdmin } from '@/api/admin'
import type { PendingTeacher } from '@/api/adminTypes'
import { adminApprovalsCopy } from '@/copy/adminApprovals'
import { showDecision } from './showDecision'
import { showDecisionError } from './showDecisionError'

const copy = adminApprovalsCopy

/**
 * Approves teachers, one at a time. The row disappears when the list is refetched. Calls
 * `onConflict` if the application has changed since it was loaded.
 */
export function useApproval(onConflict: (id: string) => void) {
  const queries = useQueryClient()
  const approval = useMutation({
    mutationFn: approveTeacher,
    onSuccess: (decision, teacher) => showDecision(queries, teacher, decision),
    onError: (error, teacher) => {
      if (showDecisionError(copy.approveFailed, error)) onConflict(teacher._id)
    },
    // Awaited, so that the button stays busy until the row is gone.
    onSettled: () => invalidateAdmin(queries),
  })
  return {
    approve: (teacher: PendingTeacher) => {
      if (!approval.isPending) approval.mutate(teacher)
    },
    /** The id of the teacher who is being approved. */
    approving: approval.isPending ? approval.variables._id : null,
  }
}
