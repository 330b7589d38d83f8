import { Button, Select, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { errorText } from '@/api/errorText'
import { writeToSupport } from '@/api/support'
import { studentCopy } from '@/copy/student'
import { letterCount } from '@/lib/letters'
import { usePerson } from '@/session/useSession'
import classes from '@/student/Panel.module.css'
import { toastError, toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'

const MOST_SUBJECT = 200
const MOST_MESSAGE = 5000

const empty = { messageType: 'general', subject: '', message: '' }

/** A message to support (SPEC §5). What was typed stays when sending fails. */
export function ContactForm() {
  const copy = studentCopy.contact.form
  const person = usePerson()
  const form = useForm({
    initialValues: empty,
    validate: {
      subject: (text) => (letterCount(text) > MOST_SUBJECT ? copy.subjectLong : null),
      message: (text) => {
        if (!text.trim()) return copy.messageMissing
        return letterCount(text) > MOST_MESSAGE ? copy.messageLong : null
      },
    },
  })
  const sending = useMutation({
    mutationFn: ({ messageType, subject, message }: typeof empty) =>
      writeToSupport({
        studentEmail: person.email,
        messageType,
        subject: subject.trim(),
        message: message.trim(),
      }),
    onSuccess: () => {
      form.reset()
      toastSuccess(copy.sent)
    },
    onError: (error) => {
      form.setErrors(error.fieldErrors)
      if (Object.keys(error.fieldErrors).length > 0) focusFirstError()
      else toastError(error.code === 'too_many_requests' ? errorText(error, copy.failed) : copy.failed)
    },
  })
  const focusFirstError = useFocusFirstError(sending.isPending)
  return (
    <form
      className={classes.card}
      onSubmit={form.onSubmit((values) => sending.mutate(values), focusFirstError)}
      noValidate
      aria-label={studentCopy.contact.tabs.contact}
    >
      <fieldset className={classes.fields} disabled={sending.isPending}>
        <Select
          label={copy.type}
          data={[...copy.types]}
          allowDeselect={false}
          {...form.getInputProps('messageType')}
        />
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
      <Button type="submit" loading={sending.isPending}>
        {copy.send}
      </Button>
    </form>
  )
}
