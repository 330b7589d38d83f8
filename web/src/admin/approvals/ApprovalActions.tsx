import type { MouseEvent } from 'react'
import { ActionButton } from '@/admin/ActionButton'
import { useDisabledReason } from '@/admin/roles'
import type { PendingTeacher } from '@/api/adminTypes'
import { adminApprovalsCopy } from '@/copy/adminApprovals'
import classes from './Approvals.module.css'

const copy = adminApprovalsCopy

interface ApprovalActionsProps {
  teacher: PendingTeacher
  approving: string | null
  onApprove: (teacher: PendingTeacher) => void
  onReject: (teacher: PendingTeacher) => void
}

/** Approve and Reject. An incomplete profile cannot be approved; the button shows why (SPEC §5). */
export function ApprovalActions({ teacher, approving, onApprove, onReject }: ApprovalActionsProps) {
  const roleReason = useDisabledReason('support')
  const isApproving = approving === teacher._id
  return (
    <div className={classes.actions}>
      <ActionButton
        variant="filled"
        label={copy.approveOf(teacher.name)}
        loading={isApproving}
        disabledReason={roleReason ?? (teacher.missing.length > 0 ? copy.incomplete : null)}
        onClick={unlessDoubleClick(() => onApprove(teacher))}
      >
        {copy.approve}
      </ActionButton>
      <ActionButton
        label={copy.rejectOf(teacher.name)}
        disabled={isApproving}
        disabledReason={roleReason}
        onClick={unlessDoubleClick(() => onReject(teacher))}
      >
        {copy.reject}
      </ActionButton>
    </div>
  )
}

/**
 * Ignores the second click of a double click: the first one may have removed the row, so that it
 * acts on the next application. Keys have no click count.
 */
function unlessDoubleClick(action: () => void) {
  return ({ detail }: MouseEvent) => {
    if (detail < 2) action()
  }
}
