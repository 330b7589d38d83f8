import { Textarea } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { adminActionsCopy } from '@/copy/adminActions'
import { toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import { ActionDialog } from './ActionDialog'
import { useAdminMutation } from './useAdminMutation'

const copy = adminActionsCopy
const MAX_REASON_CHARS = 500

/** State of the action for its fields. */
export interface ActionState {
  /** The action is in progress; the fields are disabled. */
  isPending: boolean
  /** The server's errors by field. */
  fieldErrors: Readonly<Record<string, string>>
}

interface ReasonDialogProps {
  title: string
  /** What the action does, and what it leaves unchanged. */
  description: ReactNode
  /** Label of the submit button. */
  confirmLabel: string
  /** Shown after success, unless `onConfirm` shows its own message. */
  successMessage?: string
  /** Shown if the server sends no message. */
  failureMessage: string
  /** Who reads the reason, if it is not only for the audit log. */
  reasonHint?: string
  /** The action is hard to undo. */
  isDestructive?: boolean
  /** There is nothing to do; the description says why. */
  isDisabled?: boolean
  /** Fields of the action, above the reason. The first one should have `data-autofocus`, unless `focusesReason`. */
  children?: ReactNode | ((state: ActionState) => ReactNode)
  /** The reason has the initial focus, because the fields are not there yet when the dialog opens. */
  focusesReason?: boolean
  /** Validates these fields before sending. */
  validate?: () => boolean
  /** `again` confirms an action that the server rejected as already done; only if `isRepeatable`. */
  onConfirm: (reason: string, isRepeat: boolean) => Promise<unknown>
  isRepeatable?: boolean
  /** Called after success. */
  onSuccess?: () => void
  onClose: () => void
}

/** Dialog that confirms an action and asks for the reason for the audit log. Sends one request. */
export function ReasonDialog(props: ReasonDialogProps) {
  const {
    title,
    description,
    isDestructive = false,
    isDisabled = false,
    children,
    isRepeatable = false,
    onClose,
  } = props
  const [reason, setReason] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const action = useAdminMutation((again: boolean) => props.onConfirm(reason.trim(), again), {
    onSuccess: () => {
      if (props.successMessage) toastSuccess(props.successMessage)
      onClose()
      props.onSuccess?.()
    },
    onError: () => focusFirstError(),
  })
  const { isPending, error } = action
  const focusFirstError = useFocusFirstError(isPending)
  const fieldErrors = error?.fieldErrors ?? {}
  const isRepeat = isRepeatable && error?.code === 'already_processed'

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isValid = props.validate?.() ?? true
    setIsMissing(!reason.trim())
    if (isValid && reason.trim()) action.send(isRepeat)
    else focusFirstError()
  }
  return (
    <ActionDialog
      title={title}
      description={description}
      confirmLabel={isRepeat ? copy.again : props.confirmLabel}
      failureMessage={props.failureMessage}
      isDestructive={isDestructive}
      isDisabled={isDisabled}
      action={action}
      onSubmit={submit}
      onClose={onClose}
    >
      {typeof children === 'function' ? children({ isPending, fieldErrors }) : children}
      <Textarea
        label={copy.reason}
        description={props.reasonHint ?? copy.reasonHint}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={MAX_REASON_CHARS}
        dir="auto"
        required
        value={reason}
        error={isMissing ? copy.reasonMissing : fieldErrors.reason}
        onChange={(event) => {
          setReason(event.currentTarget.value)
          setIsMissing(false)
        }}
        {...(children && !props.focusesReason ? {} : { 'data-autofocus': true })}
      />
    </ActionDialog>
  )
}
