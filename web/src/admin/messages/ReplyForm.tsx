import { Button, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import classes from '@/admin/Admin.module.css'
import { invalidateAdmin, replyToMessage } from '@/api/admin'
import { serverFirstErrorText } from '@/api/errorText'
import { adminMessagesCopy } from '@/copy/adminMessages'
import { readReplyDraft, storeReplyDraft } from '@/lib/replyDrafts'
import { toastError, toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'

const copy = adminMessagesCopy
const MAX_CHARS = 5000

interface ReplyFormProps {
  id: string
  /** The message has a reply already. */
  hasReply: boolean
}

/** Form for a reply, which is sent by mail. The tab keeps the text until then. */
export function ReplyForm({ id, hasReply }: ReplyFormProps) {
  const queries = useQueryClient()
  const form = useForm({
    initialValues: { text: readReplyDraft(id) },
    validate: { text: (text) => replyError(text) },
    onValuesChange: ({ text }) => storeReplyDraft(id, text),
  })
  const sending = useMutation({
    mutationFn: (text: string) => replyToMessage(id, text.trim(), hasReply),
    onSuccess: () => {
      // Also if the administrator has left this page.
      storeReplyDraft(id, '')
      form.setValues({ text: '' })
      toastSuccess(copy.sent)
    },
    onError: (error) => toastError(serverFirstErrorText(error, copy.failed)),
    // Another administrator may have replied in the meantime.
    onSettled: () => invalidateAdmin(queries),
  })
  const focusFirstError = useFocusFirstError(sending.isPending)
  return (
    <form
      className={classes.card}
      onSubmit={form.onSubmit(({ text }) => sending.mutate(text), focusFirstError)}
      noValidate
      aria-label={hasReply ? copy.replyAgain : copy.reply}
    >
      <Textarea
        label={hasReply ? copy.replyAgain : copy.reply}
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

function replyError(text: string): string | null {
  if (!text.trim()) return copy.missing
  return text.length > MAX_CHARS ? copy.long : null
}
