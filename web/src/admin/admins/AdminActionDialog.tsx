import { ReasonDialog } from '@/admin/ReasonDialog'
import {
  type AdminAccount,
  disableAdmin,
  enableAdmin,
  endAdminSessions,
  resetAuthenticator,
} from '@/api/adminAccount'
import { adminAdminsCopy as copy } from '@/copy/adminAdmins'
import type { AdminAction } from './adminColumns'

interface AdminActionDialogProps {
  kind: AdminAction
  admin: AdminAccount
  /** Receives the setup link of a new authenticator. */
  onSetupLink: (link: string) => void
  onClose: () => void
}

/** Confirms an action for another administrator and asks for the reason. */
export function AdminActionDialog({ kind, admin, onSetupLink, onClose }: AdminActionDialogProps) {
  const texts = copy[kind]
  const perform = {
    disable: (reason: string) => disableAdmin(admin._id, reason),
    enable: (reason: string) => enableAdmin(admin._id, reason),
    endSessions: (reason: string) => endAdminSessions(admin._id, reason),
    resetAuthenticator: async (reason: string) => {
      const { setupLink } = await resetAuthenticator(admin._id, reason)
      onSetupLink(setupLink)
    },
  }[kind]
  return (
    <ReasonDialog
      title={texts.title(admin.username)}
      description={texts.happens}
      confirmLabel={texts.button}
      successMessage={texts.done}
      failureMessage={texts.failed}
      isDestructive={kind !== 'enable'}
      onConfirm={perform}
      onClose={onClose}
    />
  )
}
