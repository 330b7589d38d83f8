import { ReasonDialog } from '@/admin/ReasonDialog'
import {
  type AdminAccount,
  disableAdmin,
  enableAdmin,
  endAdminSessions,
  renewActivationLink,
  resetAuthenticator,
} from '@/api/adminAccount'
import { adminAdminsCopy as copy } from '@/copy/adminAdmins'
import type { AdminAction } from './adminColumns'
import type { ShownLink } from './ShownLink'

interface AdminActionDialogProps {
  kind: Exclude<AdminAction, 'changeRole'>
  admin: AdminAccount
  /** Receives a link to pass on. */
  onLink: (link: ShownLink) => void
  onClose: () => void
}

/** Confirms an action for another administrator and asks for the reason. */
export function AdminActionDialog({ kind, admin, onLink, onClose }: AdminActionDialogProps) {
  const texts = copy[kind]
  const perform = {
    disable: (reason: string) => disableAdmin(admin._id, reason),
    enable: (reason: string) => enableAdmin(admin._id, reason),
    endSessions: (reason: string) => endAdminSessions(admin._id, reason),
    resetAuthenticator: async (reason: string) => {
      const { setupLink } = await resetAuthenticator(admin._id, reason)
      onLink({ kind: 'authenticator', name: admin.username, link: setupLink })
    },
    renewActivationLink: async (reason: string) => {
      const { activationLink, expiresAt } = await renewActivationLink(admin._id, reason)
      onLink({ kind: 'activation', name: admin.username, link: activationLink, expiresAt })
    },
  }[kind]
  return (
    <ReasonDialog
      title={texts.title(admin.username)}
      description={texts.happens}
      confirmLabel={texts.button}
      successMessage={texts.done}
      failureMessage={texts.failed}
      isDestructive={kind !== 'enable' && kind !== 'renewActivationLink'}
      onConfirm={perform}
      onClose={onClose}
    />
  )
}
