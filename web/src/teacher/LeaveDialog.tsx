import { Button, Group, Modal } from '@mantine/core'
import { teacherCopy } from '@/copy/teacher'
import { uiCopy } from '@/copy/ui'
import type { LeaveQuestion } from './useLeaveGuard'

const copy = teacherCopy.availability

/** Asks before unsaved hours are given up; closing it means to stay. */
export function LeaveDialog({ onStay, onLeave }: LeaveQuestion) {
  return (
    <Modal
      opened
      onClose={onStay}
      title={copy.leaveTitle}
      centered
      closeButtonProps={{ 'aria-label': uiCopy.close }}
    >
      <p>{copy.leaveText}</p>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onLeave}>
          {copy.leave}
        </Button>
        <Button onClick={onStay} data-autofocus>
          {copy.stay}
        </Button>
      </Group>
    </Modal>
  )
}
