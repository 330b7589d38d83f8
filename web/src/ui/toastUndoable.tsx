import { Button, Group } from '@mantine/core'
import { hideToast, showUndoableToast } from './toast'

interface UndoableToast {
  /** Identifies the action, so that its toast is shown once. */
  id: string
  message: string
  /** What the action was about. */
  subject: string
  label: string
  /** The accessible name of the button, which starts with `label`. */
  fullLabel: string
  /** How long the action can be undone. */
  seconds: number
  onUndo: () => void
}

/** Shows a success message with a button that undoes the action, as long as that is possible. */
export function toastUndoable({ id, message, subject, label, fullLabel, seconds, onUndo }: UndoableToast) {
  const undo = () => {
    hideToast(id)
    onUndo()
  }
  const content = (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <div>{message}</div>
        <strong>{subject}</strong>
      </div>
      <Button size="sm" variant="default" aria-label={fullLabel} onClick={undo}>
        {label}
      </Button>
    </Group>
  )
  showUndoableToast(id, content, seconds * 1000)
}
