import { Alert, Button } from '@mantine/core'
import { guardiansCopy } from '@/copy/guardians'
import classes from './GuardianNotice.module.css'
import { showGuardianNotice } from './showGuardianNotice'

const copy = guardiansCopy.needed

/** Leads to the notice in which a guardian is invited. `onLeave` closes the dialog. */
export function GuardianAlert({ onLeave }: { onLeave: () => void }) {
  return (
    <Alert color="yellow" title={copy.title} mb="md">
      <p className={classes.lead}>{copy.lead}</p>
      <Button
        variant="default"
        size="sm"
        onClick={() => {
          onLeave()
          showGuardianNotice()
        }}
      >
        {copy.link}
      </Button>
    </Alert>
  )
}
