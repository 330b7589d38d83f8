import { Button, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import classes from '@/admin/Admin.module.css'
import { answerMessage, invalidateAdmin } from '@/api/admin'
import { serverText } from '@/api/errorText'
import { adminCopy } from '@/copy/admin'
import { toastError, toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'

const copy = adminCopy.messages
const MOST_CHARS = 5000

interface AnswerFormProps {
  id: string
  /** The message has an answer already. */
  again: boolean
}

/** An answer, which goes out by mail. What was typed stays when sending fails. */
export function AnswerForm({ id, again }: AnswerFormProps) {
  const queries = useQueryClient()
  const form = useForm({ initialValues: { text: '' }, validate: { text: (text) => problem(text) } })
  const sending = useMutation({
    mutationFn: (text: string) => answerMessage(id, text.trim(), again),
    onSuccess: () => {
      form.reset()
      toastSuccess(copy.sent)
    },
    onError: (error) => toastError(serverText(error, copy.failed)),
    // Somebody else may have answered meanwhile: then that answer shows now.
    onSettled: () => invalidateAdmin(queries),
  })
  const focusFirstError = useFocusFirstError(sending.isPending)
  return (
    <form
      className={classes.card}
      onSubmit={form.onSubmit(({ text }) => sending.mutate(text), focusFirstError)}
      noValidate
      aria-label={again ? copy.answerAgain : copy.answer}
    >
      <Textarea
        label={again ? copy.answerAgain : copy.answer}
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

function problem(text: string): string | null {
  if (!text.trim()) return copy.missing
  return text.length > MOST_CHARS ? copy.long : null
}
