import { Button, Group } from '@mantine/core'
import { teacherCopy } from '@/copy/teacher'
import { uiCopy } from '@/copy/ui'
import { Dialog } from '@/ui/Dialog'
import { useReturnFocus } from '@/ui/useReturnFocus'
import page from './TeacherPage.module.css'
import type { UnsavedChangesQuestion } from './useUnsavedChangesGuard'

const copy = teacherCopy.leave

/** Asks before unsaved changes are discarded; closing the dialog means to stay. */
export function UnsavedChangesDialog({ onStay, onLeave }: UnsavedChangesQuestion) {
  useReturnFocus()
  return (
    <Dialog
      opened
      onClose={onStay}
      title={copy.title}
      centered
      classNames={{ title: page.modalTitle }}
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
    </Dialog>
  )
}
