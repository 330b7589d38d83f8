import { Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ActDialog } from '@/admin/ActDialog'
import { useAct } from '@/admin/useAct'
import { type Invitation, inviteWaiting, type Waiting } from '@/api/adminWaitlist'
import { adminWaitlistCopy } from '@/copy/adminWaitlist'
import { toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'

const copy = adminWaitlistCopy.dialog
const CODE_CHARS = 40
const NOTE_CHARS = 500

interface InviteDialogProps {
  waiting: Waiting
  onClose: () => void
}

/** An invitation by mail. Where somebody else has sent one meanwhile, it is asked once more. */
export function InviteDialog({ waiting: { _id, name, email, role, invitedAt }, onClose }: InviteDialogProps) {
  const form = useForm({ initialValues: { code: '', note: '' } })
  const inviting = useAct((invitation: Invitation) => inviteWaiting(invitation), {
    onDone: () => {
      toastSuccess(copy.done(name))
      onClose()
    },
    onRefused: ({ fieldErrors }) => {
      form.setErrors(fieldErrors)
      focusFirstError()
    },
  })
  const focusFirstError = useFocusFirstError(inviting.pending)
  const again = invitedAt !== null || inviting.error?.status === 409
  return (
    <ActDialog
      title={copy.title(name)}
      happens={
        <>
          <p>{copy.happens(email)}</p>
          {invitedAt && <p>{copy.before}</p>}
        </>
      }
      confirm={again ? copy.again : copy.confirm}
      failed={copy.failed}
      act={inviting}
      onSubmit={form.onSubmit(({ code, note }) =>
        inviting.send({ id: _id, code: code.trim(), note: note.trim(), again }),
      )}
      onClose={onClose}
    >
      {/* Who wants to teach comes to no teacher. */}
      {role === 'Student' && (
        <TextInput
          label={copy.code}
          description={copy.codeHint}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={CODE_CHARS}
          data-autofocus
          {...form.getInputProps('code')}
        />
      )}
      <Textarea
        label={copy.note}
        description={copy.noteHint}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={NOTE_CHARS}
        dir="auto"
        {...(role === 'Student' ? {} : { 'data-autofocus': true })}
        {...form.getInputProps('note')}
      />
    </ActDialog>
  )
}
