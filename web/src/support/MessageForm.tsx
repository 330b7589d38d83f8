import { Button, Select, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { errorText } from '@/api/errorText'
import { charCount } from '@/lib/charCount'
import { toastError, toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import classes from './MessageForm.module.css'

const MAX_SUBJECT_CHARS = 200
const MAX_MESSAGE_CHARS = 5000

export interface MessageValues {
  messageType: string
  subject: string
  message: string
}

interface MessageCopy {
  type: string
  types: readonly { value: string; label: string }[]
  subject: string
  message: string
  send: string
  sent: string
  failed: string
  errors: { type: string; subjectLong: string; message: string; messageLong: string }
}

interface MessageFormProps<Values extends MessageValues> {
  label: string
  copy: MessageCopy
  initialValues: Values
  /** Validates the additional fields. */
  validate?: (values: Values) => Record<string, string>
  send: (values: Values) => Promise<unknown>
  /** Form field names by the server's field names, where they differ. */
  fieldNames?: Readonly<Record<string, string>>
  onUnsaved?: (unsaved: boolean) => void
  /** Additional fields between the message type and the subject. */
  children?: (form: UseFormReturnType<Values>) => ReactNode
}

/** Form of a message to support (SPEC §5). The typed text stays if sending fails. */
export function MessageForm<Values extends MessageValues>(props: MessageFormProps<Values>) {
  const { copy, initialValues, fieldNames = {}, onUnsaved } = props
  const form = useForm<Values>({
    initialValues,
    validate: (values) => ({ ...messageErrors(values, copy.errors), ...props.validate?.(values) }),
  })
  const sending = useMutation({
    mutationFn: props.send,
    onSuccess: () => {
      form.reset()
      toastSuccess(copy.sent)
    },
    onError: (error) => {
      const fields = Object.entries(error.fieldErrors).map(([field, message]) => [
        fieldNames[field] ?? field,
        message,
      ])
      form.setErrors(Object.fromEntries(fields))
      if (fields.length > 0) focusFirstError()
      else toastError(error.code === 'too_many_requests' ? errorText(error, copy.failed) : copy.failed)
    },
  })
  const focusFirstError = useFocusFirstError(sending.isPending)
  const typed = form.values.message.trim() !== ''
  useEffect(() => {
    onUnsaved?.(typed)
    return () => onUnsaved?.(false)
  }, [typed, onUnsaved])
  return (
    <form
      className={classes.card}
      onSubmit={form.onSubmit((values) => sending.mutate(values), focusFirstError)}
      noValidate
      aria-label={props.label}
    >
      <fieldset className={classes.fields} disabled={sending.isPending}>
        <Select
          label={copy.type}
          data={[...copy.types]}
          allowDeselect={false}
          withAsterisk
          {...form.getInputProps('messageType')}
        />
        {props.children?.(form)}
        <TextInput label={copy.subject} {...form.getInputProps('subject')} />
        <Textarea
          label={copy.message}
          autosize
          minRows={5}
          dir="auto"
          withAsterisk
          {...form.getInputProps('message')}
        />
      </fieldset>
      <div className={classes.foot}>
        <Button type="submit" loading={sending.isPending}>
          {copy.send}
        </Button>
      </div>
    </form>
  )
}

function messageErrors({ messageType, subject, message }: MessageValues, texts: MessageCopy['errors']) {
  const errors: Record<string, string> = {}
  if (!messageType) errors.messageType = texts.type
  if (charCount(subject) > MAX_SUBJECT_CHARS) errors.subject = texts.subjectLong
  if (!message.trim()) errors.message = texts.message
  else if (charCount(message) > MAX_MESSAGE_CHARS) errors.message = texts.messageLong
  return errors
}
