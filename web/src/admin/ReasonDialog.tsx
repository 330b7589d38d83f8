import { Textarea } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { adminActsCopy } from '@/copy/adminActs'
import { toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import { ActDialog } from './ActDialog'
import { useAct } from './useAct'

const copy = adminActsCopy
const REASON_CHARS = 500

/** What the fields of an act have to know. */
export interface ActState {
  /** The act is under way: nothing can be changed now. */
  pending: boolean
  /** Sentences of the server by field. */
  refused: Readonly<Record<string, string>>
}

interface ReasonDialogProps {
  title: string
  /** What the act does, and what it leaves alone. */
  happens: ReactNode
  /** The act in a word or two, on the button. */
  confirm: string
  /** Said once it is done. */
  done: string
  /** Said where the server gives no sentence of its own. */
  failed: string
  /** Who reads the reason, where that is not only the audit log. */
  reasonHint?: string
  /** Takes away what is hard to get back. */
  danger?: boolean
  /** Fields of the act, above the reason. The first of them should have `data-autofocus`. */
  children?: ReactNode | ((act: ActState) => ReactNode)
  /** Looks at those fields before anything is sent: whether they are in order. */
  check?: () => boolean
  /** `again`: it was refused as just done, and is meant once more; only where `repeatable`. */
  onConfirm: (reason: string, again: boolean) => Promise<unknown>
  repeatable?: boolean
  /** After it was done, in the place of reading anew what is on view. */
  onDone?: () => void
  onClose: () => void
}

/** Asks before an act of an administrator, and for the reason that the audit log keeps. It is sent once. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, happens, danger = false, children, repeatable = false, onClose } = props
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const act = useAct((again: boolean) => props.onConfirm(reason.trim(), again), {
    onDone: () => {
      toastSuccess(props.done)
      onClose()
      props.onDone?.()
    },
    onRefused: () => focusFirstError(),
  })
  const { pending, error } = act
  const focusFirstError = useFocusFirstError(pending)
  const refused = error?.fieldErrors ?? {}
  const again = repeatable && error?.code === 'already_done'

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const inOrder = props.check?.() ?? true
    setMissing(!reason.trim())
    if (inOrder && reason.trim()) act.send(again)
    else focusFirstError()
  }
  return (
    <ActDialog
      title={title}
      happens={happens}
      confirm={again ? copy.again : props.confirm}
      failed={props.failed}
      danger={danger}
      act={act}
      onSubmit={submit}
      onClose={onClose}
    >
      {typeof children === 'function' ? children({ pending, refused }) : children}
      <Textarea
        label={copy.reason}
        description={props.reasonHint ?? copy.reasonHint}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={REASON_CHARS}
        dir="auto"
        required
        value={reason}
        error={missing ? copy.reasonMissing : refused.reason}
        onChange={(event) => {
          setReason(event.currentTarget.value)
          setMissing(false)
        }}
        {...(children ? {} : { 'data-autofocus': true })}
      />
    </ActDialog>
  )
}
