import { Button, Tooltip } from '@mantine/core'
import type { PendingTeacher } from '@/api/adminTypes'
import { adminCopy } from '@/copy/admin'
import classes from './Approvals.module.css'

const copy = adminCopy.approvals

interface ApprovalActionsProps {
  teacher: PendingTeacher
  approving: string | null
  onApprove: (teacher: PendingTeacher) => void
  onReject: (teacher: PendingTeacher) => void
}

/** Approve and Reject. An incomplete profile cannot be approved; the button shows why (SPEC §5). */
export function ApprovalActions({ teacher, approving, onApprove, onReject }: ApprovalActionsProps) {
  const isIncomplete = teacher.missing.length > 0
  return (
    <div className={classes.actions}>
      {isIncomplete ? (
        <Tooltip label={copy.incomplete} events={{ hover: true, focus: true, touch: true }}>
          {/* Not `disabled`: keyboard and screen readers could not reach the reason. */}
          <Button
            size="sm"
            aria-disabled
            data-disabled
            aria-label={copy.approveOf(teacher.name)}
            onClick={(event) => event.preventDefault()}
          >
            {copy.approve}
          </Button>
        </Tooltip>
      ) : (
        <Button
          size="sm"
          aria-label={copy.approveOf(teacher.name)}
          loading={approving === teacher._id}
          onClick={() => onApprove(teacher)}
        >
          {copy.approve}
        </Button>
      )}
      <Button
        size="sm"
        variant="default"
        aria-label={copy.rejectOf(teacher.name)}
        disabled={approving === teacher._id}
        onClick={() => onReject(teacher)}
      >
        {copy.reject}
      </Button>
    </div>
  )
}
