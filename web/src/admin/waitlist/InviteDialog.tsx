import { Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ActionDialog } from '@/admin/ActionDialog'
import { TeacherSelect } from '@/admin/TeacherSelect'
import { useAdminMutation } from '@/admin/useAdminMutation'
import { fetchPerson } from '@/api/adminPeople'
import { type AdminWaiting, inviteFromWaitlist } from '@/api/adminWaitlist'
import { adminWaitlistCopy } from '@/copy/adminWaitlist'
import { toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'

const copy = adminWaitlistCopy.dialog
const MAX_NOTE_CHARS = 500

interface InviteDialogProps {
  waiting: AdminWaiting
  onClose: () => void
}

interface InviteValues {
  /** The id of the teacher whose invite code is sent. Named as the server's field. */
  code: string | null
  note: string
}

/** Invites a person by mail. If another administrator has done so meanwhile, it asks again. */
export function InviteDialog({ waiting: { _id, name, email, role, invitedAt }, onClose }: InviteDialogProps) {
  const form = useForm<InviteValues>({ initialValues: { code: null, note: '' } })
  const send = async ({ code: teacherId, note, again }: InviteValues & { again: boolean }) => {
    // The list of teachers has no invite codes. Every approved teacher has one.
    const details = teacherId ? await fetchPerson(teacherId) : null
    const code = details?.teacher?.inviteCode ?? ''
    return await inviteFromWaitlist({ id: _id, code, note: note.trim(), again })
  }
  const invite = useAdminMutation(send, {
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
      onSubmit={form.onSubmit((values) => invite.send({ ...values, again: isRepeat }))}
      onClose={onClose}
    >
      {/* Teachers need no teacher's invite code. */}
      {role === 'Student' && (
        <TeacherSelect
          label={copy.teacher}
          description={copy.teacherHint}
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
        data-autofocus={role !== 'Student' || undefined}
        {...form.getInputProps('note')}
      />
    </ActionDialog>
  )
}
