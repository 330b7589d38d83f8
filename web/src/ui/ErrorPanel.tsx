import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { uiCopy } from '@/copy/ui'
import classes from './ErrorPanel.module.css'

interface ErrorPanelProps {
  message: string
  onRetry?: (() => void) | undefined
  retrying?: boolean
  /** The request id, for the server log. */
  reference?: string | null | undefined
}

/** Error message in place of data that could not be loaded. */
export function ErrorPanel({ message, onRetry, retrying = false, reference }: ErrorPanelProps) {
  return (
    <div role="alert" className={classes.panel}>
      <IconAlertTriangle size={22} aria-hidden="true" className={classes.icon} />
      <div className={classes.words}>
        <p className={classes.message}>{message}</p>
        {reference && <p className={classes.reference}>{uiCopy.reference(reference)}</p>}
      </div>
      {onRetry && (
        <Button variant="default" onClick={onRetry} loading={retrying}>
          {uiCopy.retry}
        </Button>
      )}
    </div>
  )
}
