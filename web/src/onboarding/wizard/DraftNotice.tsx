import { Alert, Button, Group } from '@mantine/core'
import { serverFirstErrorText } from '@/api/errorText'
import { wizardCopy } from '@/copy/wizard'
import type { DraftControl } from './useDraft'
import classes from './Wizard.module.css'

const copy = wizardCopy.draft

interface DraftNoticeProps {
  draft: Pick<DraftControl, 'state' | 'conflict' | 'rejection'>
  onAcceptRemote: () => void
  onKeepLocal: () => void
}

/** Save state of the draft, and the choice between two versions in a conflict. */
export function DraftNotice({
  draft: { state, conflict, rejection },
  onAcceptRemote,
  onKeepLocal,
}: DraftNoticeProps) {
  if (conflict) {
    return (
      <Alert color="yellow" role="alert" mt="lg">
        <p className={classes.conflict}>{copy.conflict}</p>
        <Group gap="sm">
          <Button variant="default" onClick={onAcceptRemote}>
            {copy.takeTheirs}
          </Button>
          <Button variant="default" onClick={onKeepLocal}>
            {copy.keepMine}
          </Button>
        </Group>
      </Alert>
    )
  }
  return (
    <p role="status" className={classes.draft} data-state={state}>
      {state === 'saving' || state === 'saved' || state === 'offline' ? copy[state] : null}
      {state === 'rejected' && copy.refused(serverFirstErrorText(rejection, copy.unknownReason))}
    </p>
  )
}
