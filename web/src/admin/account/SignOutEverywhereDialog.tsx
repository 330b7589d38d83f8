import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ActionDialog } from '@/admin/ActionDialog'
import { adminAccountCopy } from '@/copy/adminAccount'
import { signOutAdminEverywhere } from '@/session/admin'
import { toastSuccess } from '@/ui/toast'

const copy = adminAccountCopy.sessions.everywhereDialog

/** Confirms signing out in all browsers, including this one. */
export function SignOutEverywhereDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  // Not `useAdminMutation`, which would refetch without a session.
  const signOut = useMutation({
    mutationFn: signOutAdminEverywhere,
    onSuccess: () => {
      toastSuccess(copy.done)
      return navigate({ to: '/admin-login', replace: true })
    },
  })
  return (
    <ActionDialog
      title={copy.title}
      description={copy.happens}
      confirmLabel={copy.confirm}
      failureMessage={copy.failed}
      action={{ isPending: signOut.isPending, error: signOut.error }}
      onSubmit={(event) => {
        event.preventDefault()
        if (!signOut.isPending) signOut.mutate()
      }}
      onClose={onClose}
    />
  )
}
