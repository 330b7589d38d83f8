import { Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ActionDialog } from '@/admin/ActionDialog'
import { useAdminMutation } from '@/admin/useAdminMutation'
import { type AdminWaiting, inviteFromWaitlist, type WaitlistInvitation } from '@/api/adminWaitlist'
import { adminWaitlistCopy } from '@/copy/adminWaitlist'
import { toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'

const copy = adminWaitlistCopy.dialog
const MAX_CODE_CHARS = 40
const MAX_NOTE_CHARS = 500

interface InviteDialogProps {
  waiting: AdminWaiting
  onClose: () => void
}

/** Invites a person by mail. If another administrator has done so meanwhile, it asks again. */
export function InviteDialog({ waiting: { _id, name, email, role, invitedAt }, onClose }: InviteDialogProps) {
  const form = useForm({ initialValues: { code: '', note: '' } })
  const invite = useAdminMutation((invitation: WaitlistInvitation) => inviteFromWaitlist(invitation), {
    onSuccess: () => {
      toastSuccess(copy.done(name))
      onClose()
    },
    onError: ({ fieldErrors }) => {
      form.setErrors(fieldErrors)
      focusFirstError()
    },
  })
  const focusFirstError = useFocusFirstError(invite.isPending)
  const isRepeat = invitedAt !== null || invite.error?.status === 409
  return (
    <ActionDialog
      title={copy.title(name)}
      description={
        <>
          <p>{copy.happens(email)}</p>
          {invitedAt && <p>{copy.before}</p>}
        </>
      }
      confirmLabel={isRepeat ? copy.again : copy.confirm}
      failureMessage={copy.failed}
      action={invite}
      onSubmit={form.onSubmit(({ code, note }) =>
        invite.send({ id: _id, code: code.trim(), note: note.trim(), again: isRepeat }),
      )}
      onClose={onClose}
    >
      {/* Teachers need no teacher's invite code. */}
      {role === 'Student' && (
        <TextInput
          label={copy.code}
          description={copy.codeHint}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={MAX_CODE_CHARS}
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
        maxLength={MAX_NOTE_CHARS}
        dir="auto"
        {...(role === 'Student' ? {} : { 'data-autofocus': true })}
        {...form.getInputProps('note')}
      />
    </ActionDialog>
  )
}
