import { Alert, Button, Modal } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import type { ApiError } from '@/api/error'
import { serverText } from '@/api/errorText'
import { adminActsCopy } from '@/copy/adminActs'
import { uiCopy } from '@/copy/ui'
import { useReturnFocus } from '@/ui/useReturnFocus'
import dialog from './ActDialog.module.css'
import classes from './Admin.module.css'

interface ActDialogProps {
  title: string
  /** What the act does, and what it leaves alone. */
  happens: ReactNode
  /** The act in a word or two, on the button. */
  confirm: string
  /** Said where the server gives no sentence of its own. */
  failed: string
  /** Takes away what is hard to get back. */
  danger?: boolean
  act: { pending: boolean; error: ApiError | null }
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onClose: () => void
  /** Wider than usual, where there are many fields. */
  size?: 'lg'
  /** Fields; the first of them should have `data-autofocus`. */
  children?: ReactNode
}

/** Asks before an act. Sentences of the server about a field are left to that field. */
export function ActDialog({
  title,
  happens,
  confirm,
  failed,
  danger = false,
  act,
  onSubmit,
  onClose,
  size,
  children,
}: ActDialogProps) {
  useReturnFocus()
  const { pending, error } = act
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      classNames={{ title: classes.modalTitle, content: dialog.content }}
      {...(size ? { size } : {})}
      closeButtonProps={{ 'aria-label': uiCopy.close, disabled: pending }}
      closeOnClickOutside={!children && !pending}
      closeOnEscape={!pending}
    >
      <form onSubmit={onSubmit} noValidate>
        <div className={`${classes.hint} ${dialog.happens}`}>{happens}</div>
        <fieldset className={`${classes.fields} ${dialog.fields}`} disabled={pending}>
          {children}
        </fieldset>
        {error && Object.keys(error.fieldErrors).length === 0 && (
          <Alert color="red" role="alert" mt="md">
            {serverText(error, failed)}
          </Alert>
        )}
        <div className={classes.foot}>
          <Button variant="default" onClick={onClose} disabled={pending}>
            {adminActsCopy.keep}
          </Button>
          <Button
            type="submit"
            loading={pending}
            {...(danger ? { color: 'red.6' } : {})}
            {...(children ? {} : { 'data-autofocus': true })}
          >
            {confirm}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
