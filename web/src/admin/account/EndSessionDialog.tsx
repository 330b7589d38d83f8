import { ActionDialog } from '@/admin/ActionDialog'
import { useAdminMutation } from '@/admin/useAdminMutation'
import { type AdminSession, endSession } from '@/api/adminAccount'
import { adminAccountCopy } from '@/copy/adminAccount'
import { toastSuccess } from '@/ui/toast'
import { browserLabel } from './browserLabel'

const copy = adminAccountCopy.sessions

interface EndSessionDialogProps {
  session: AdminSession
  onClose: () => void
}

/** Confirms signing out another browser. */
export function EndSessionDialog({ session, onClose }: EndSessionDialogProps) {
  const mutation = useAdminMutation(endSession, {
    onSuccess: () => {
      toastSuccess(copy.ended)
      onClose()
    },
  })
  return (
    <ActionDialog
      title={copy.dialog.title(browserLabel(session.userAgent))}
      description={copy.dialog.happens}
      confirmLabel={copy.dialog.confirm}
      failureMessage={copy.endFailed}
      action={mutation}
      onSubmit={(event) => {
        event.preventDefault()
        mutation.send(session._id)
      }}
      onClose={onClose}
    />
  )
}
