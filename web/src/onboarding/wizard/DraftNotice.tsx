import { Alert, Button, Group } from '@mantine/core'
import { serverText } from '@/api/errorText'
import { wizardCopy } from '@/copy/wizard'
import type { useDraft } from './useDraft'
import classes from './Wizard.module.css'

const copy = wizardCopy.draft

interface DraftNoticeProps {
  draft: Pick<ReturnType<typeof useDraft>, 'state' | 'conflict' | 'refusal'>
  onTheirs: () => void
  onMine: () => void
}

/** Whether what was typed is safe, and which of two versions counts where there are two. */
export function DraftNotice({ draft: { state, conflict, refusal }, onTheirs, onMine }: DraftNoticeProps) {
  if (conflict) {
    return (
      <Alert color="yellow" role="alert" mt="lg">
        <p className={classes.conflict}>{copy.conflict}</p>
        <Group gap="sm">
          <Button variant="default" onClick={onTheirs}>
            {copy.takeTheirs}
          </Button>
          <Button variant="default" onClick={onMine}>
            {copy.keepMine}
          </Button>
        </Group>
      </Alert>
    )
  }
  return (
    <p role="status" className={classes.draft} data-state={state}>
      {state === 'saving' || state === 'saved' || state === 'offline' ? copy[state] : null}
      {state === 'refused' && copy.refused(serverText(refusal, copy.unknownReason))}
    </p>
  )
}
