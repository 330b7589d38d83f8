import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ActDialog } from '@/admin/ActDialog'
import { adminAccountCopy } from '@/copy/adminAccount'
import { signOutAdminEverywhere } from '@/session/admin'
import { toastSuccess } from '@/ui/toast'

const copy = adminAccountCopy.sessions.everywhereDialog

/** Asks before all browsers are signed out, this one among them. */
export function EndEverywhere({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  // Not `useAct`: afterwards there is nothing that could be read anew.
  const leaving = useMutation({
    mutationFn: signOutAdminEverywhere,
    onSuccess: () => {
      toastSuccess(copy.done)
      return navigate({ to: '/admin-login', replace: true })
    },
  })
  return (
    <ActDialog
      title={copy.title}
      happens={copy.happens}
      confirm={copy.confirm}
      failed={copy.failed}
      act={{ pending: leaving.isPending, error: leaving.error }}
      onSubmit={(event) => {
        event.preventDefault()
        if (!leaving.isPending) leaving.mutate()
      }}
      onClose={onClose}
    />
  )
}
