import { useMutation, useQueryClient } from '@tanstack/react-query'
import { approveTeacher, invalidateAdmin } from '@/api/admin'
import type { PendingTeacher } from '@/api/adminTypes'
import { adminCopy } from '@/copy/admin'
import { toastSuccess } from '@/ui/toast'
import { sayRefused } from './sayRefused'

const copy = adminCopy.approvals

/**
 * Approves teachers, one at a time. The row goes with the list that is read anew; where the application was sent again
 * meanwhile, `show` shows what has changed.
 */
export function useDecisions(show: (id: string) => void) {
  const queries = useQueryClient()
  const approving = useMutation({
    mutationFn: approveTeacher,
    onSuccess: () => toastSuccess(copy.approved),
    onError: (error, teacher) => {
      if (sayRefused(copy.approveFailed, error)) show(teacher._id)
    },
    // Waited for, so that the button stays busy until the row is gone.
    onSettled: () => invalidateAdmin(queries),
  })
  return {
    approve: (teacher: PendingTeacher) => {
      if (!approving.isPending) approving.mutate(teacher)
    },
    /** Whose approval is under way. */
    approving: approving.isPending ? approving.variables._id : null,
  }
}
