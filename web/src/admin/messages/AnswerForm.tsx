import { Button, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import classes from '@/admin/Admin.module.css'
import { answerMessage, invalidateAdmin } from '@/api/admin'
import { serverFirstErrorText } from '@/api/errorText'
import { adminCopy } from '@/copy/admin'
import { toastError, toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'

const copy = adminCopy.messages
const MAX_CHARS = 5000

interface AnswerFormProps {
  id: string
  /** The message has been answered before. */
  isAnswered: boolean
}

/** Form for an answer, which is sent by mail. The text is kept if sending fails. */
export function AnswerForm({ id, isAnswered }: AnswerFormProps) {
  const queries = useQueryClient()
  const form = useForm({ initialValues: { text: '' }, validate: { text: (text) => answerError(text) } })
  const sending = useMutation({
    mutationFn: (text: string) => answerMessage(id, text.trim(), isAnswered),
    onSuccess: () => {
      form.reset()
      toastSuccess(copy.sent)
    },
    onError: (error) => toastError(serverFirstErrorText(error, copy.failed)),
    // Another administrator may have answered in the meantime.
    onSettled: () => invalidateAdmin(queries),
  })
  const focusFirstError = useFocusFirstError(sending.isPending)
  return (
    <form
      className={classes.card}
      onSubmit={form.onSubmit(({ text }) => sending.mutate(text), focusFirstError)}
      noValidate
      aria-label={isAnswered ? copy.answerAgain : copy.answer}
    >
      <Textarea
        label={isAnswered ? copy.answerAgain : copy.answer}
        description={copy.hint}
        autosize
        minRows={4}
        dir="auto"
        disabled={sending.isPending}
        {...form.getInputProps('text')}
      />
      <div className={classes.foot}>
        <Button type="submit" loading={sending.isPending}>
          {copy.send}
        </Button>
      </div>
    </form>
  )
}

function answerError(text: string): string | null {
  if (!text.trim()) return copy.missing
  return text.length > MAX_CHARS ? copy.long : null
}
