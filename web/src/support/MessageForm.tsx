import { Button, Select, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { errorText } from '@/api/errorText'
import { letterCount } from '@/lib/letters'
import { toastError, toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import classes from './MessageForm.module.css'

const MOST_SUBJECT = 200
const MOST_MESSAGE = 5000

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
  empty: Values
  /** What is wrong with the fields that not every message has. */
  validate?: (values: Values) => Record<string, string>
  send: (values: Values) => Promise<unknown>
  /** Fields that the server calls otherwise, by its names. */
  names?: Readonly<Record<string, string>>
  onUnsaved?: (unsaved: boolean) => void
  /** Fields of its own, between what it is about and the subject. */
  children?: (form: UseFormReturnType<Values>) => ReactNode
}

/** A message to support (SPEC §5). What was typed stays when sending fails. */
export function MessageForm<Values extends MessageValues>(props: MessageFormProps<Values>) {
  const { copy, empty, names = {}, onUnsaved } = props
  const form = useForm<Values>({
    initialValues: empty,
    validate: (values) => ({ ...messageErrors(values, copy.errors), ...props.validate?.(values) }),
  })
  const sending = useMutation({
    mutationFn: props.send,
    onSuccess: () => {
      form.reset()
      toastSuccess(copy.sent)
    },
    onError: (error) => {
      const fields = Object.entries(error.fieldErrors).map(([field, words]) => [names[field] ?? field, words])
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

function messageErrors({ messageType, subject, message }: MessageValues, errors: MessageCopy['errors']) {
  const found: Record<string, string> = {}
  if (!messageType) found.messageType = errors.type
  if (letterCount(subject) > MOST_SUBJECT) found.subject = errors.subjectLong
  if (!message.trim()) found.message = errors.message
  else if (letterCount(message) > MOST_MESSAGE) found.message = errors.messageLong
  return found
}
