import { Alert, Button } from '@mantine/core'
import classes from './TeacherPage.module.css'

interface ConflictProps {
  words: string
  action: string
  onNewer: () => void
}

/** Somebody else saved meanwhile: nothing was overwritten, and the newer version is one press away. */
export function Conflict({ words, action, onNewer }: ConflictProps) {
  return (
    <Alert color="yellow" role="alert" mt="lg">
      <p className={classes.conflict}>{words}</p>
      <Button variant="default" onClick={onNewer}>
        {action}
      </Button>
    </Alert>
  )
}
