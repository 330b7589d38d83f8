import { Button, Tooltip } from '@mantine/core'
import type { PendingTeacher } from '@/api/adminTypes'
import { adminCopy } from '@/copy/admin'
import classes from './Approvals.module.css'

const copy = adminCopy.approvals

interface ActionsProps {
  teacher: PendingTeacher
  approving: string | null
  onApprove: (teacher: PendingTeacher) => void
  onReject: (teacher: PendingTeacher) => void
}

/** Approve and Reject. An incomplete profile cannot be approved, and the button says why (SPEC §5). */
export function Actions({ teacher, approving, onApprove, onReject }: ActionsProps) {
  const incomplete = teacher.missing.length > 0
  return (
    <div className={classes.actions}>
      {incomplete ? (
        <Tooltip label={copy.incomplete} events={{ hover: true, focus: true, touch: true }}>
          {/* Not `disabled`: then neither the keyboard nor a screen reader would come to the reason. */}
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
