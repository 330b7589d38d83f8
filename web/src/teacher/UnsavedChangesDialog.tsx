import { Button, Group, Modal } from '@mantine/core'
import { teacherCopy } from '@/copy/teacher'
import { uiCopy } from '@/copy/ui'
import { useReturnFocus } from '@/ui/useReturnFocus'
import type { UnsavedChangesQuestion } from './useUnsavedChangesGuard'

const copy = teacherCopy.leave

/** Asks before unsaved changes are discarded; closing the dialog means to stay. */
export function UnsavedChangesDialog({ onStay, onLeave }: UnsavedChangesQuestion) {
  useReturnFocus()
  return (
    <Modal
      opened
      onClose={onStay}
      title={copy.title}
      centered
      closeButtonProps={{ 'aria-label': uiCopy.close }}
    >
      <p>{copy.text}</p>
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
