import { Alert, Button } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import type { ApiError } from '@/api/error'
import { serverFirstErrorText } from '@/api/errorText'
import { adminActionsCopy } from '@/copy/adminActions'
import { uiCopy } from '@/copy/ui'
import { Dialog } from '@/ui/Dialog'
import { useReturnFocus } from '@/ui/useReturnFocus'
import dialog from './ActionDialog.module.css'
import classes from './Admin.module.css'

interface ActionDialogProps {
  title: string
  /** What the action does, and what it leaves unchanged. */
  description: ReactNode
  /** Label of the submit button. */
  confirmLabel: string
  /** Shown if the server sends no message. */
  failureMessage: string
  /** The action is hard to undo. */
  isDestructive?: boolean
  action: { isPending: boolean; error: ApiError | null }
  /** There is nothing to do; the description says why. */
  isDisabled?: boolean
  /** The action is done, and the submit button closes the dialog. */
  isFinished?: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onClose: () => void
  /** A wider dialog, for many fields. */
  size?: 'lg'
  /** Fields; the first one should have `data-autofocus`. */
  children?: ReactNode
}

/** Dialog that confirms an action. The server's field errors are shown at the fields, other errors here. */
export function ActionDialog({
  title,
  description,
  confirmLabel,
  failureMessage,
  isDestructive = false,
  action,
  isDisabled = false,
  isFinished = false,
  onSubmit,
  onClose,
  size,
  children,
}: ActionDialogProps) {
  useReturnFocus()
  const { isPending, error } = action
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      classNames={{ title: classes.modalTitle }}
      {...(size ? { size } : {})}
      closeButtonProps={{ 'aria-label': uiCopy.close, disabled: isPending }}
      closeOnClickOutside={!children && !isPending}
      closeOnEscape={!isPending}
    >
      <form onSubmit={onSubmit} noValidate>
        <div className={`${classes.hint} ${dialog.description}`}>{description}</div>
        <fieldset className={`${classes.fields} ${dialog.fields}`} disabled={isPending}>
          {children}
        </fieldset>
        {error && Object.keys(error.fieldErrors).length === 0 && (
          <Alert color="red" role="alert" mt="md">
            {serverFirstErrorText(error, failureMessage)}
          </Alert>
        )}
        <div className={`${classes.foot} ${dialog.foot}`}>
          {!isFinished && (
            <Button variant="default" onClick={onClose} disabled={isPending}>
              {adminActionsCopy.keep}
            </Button>
          )}
          <Button
            type="submit"
            loading={isPending}
            disabled={isDisabled}
            {...(isDestructive ? { color: 'red.6' } : {})}
            {...(children ? {} : { 'data-autofocus': true })}
          >
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
