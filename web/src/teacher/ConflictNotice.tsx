import { Alert, Button } from '@mantine/core'
import classes from './TeacherPage.module.css'

interface ConflictNoticeProps {
  message: string
  action: string
  onLoadNewer: () => void
}

/**
 * Another tab or device has saved in between: nothing was overwritten, and the newer version can be
 * loaded.
 */
export function ConflictNotice({ message, action, onLoadNewer }: ConflictNoticeProps) {
  return (
    <Alert color="yellow" role="alert" my="lg">
      <p className={classes.conflict}>{message}</p>
      <Button variant="default" onClick={onLoadNewer}>
        {action}
      </Button>
    </Alert>
  )
}
