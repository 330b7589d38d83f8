import { useState } from 'react'
import { ReasonDialog } from '@/admin/ReasonDialog'
import { type AdminAccount, changeAdminRole } from '@/api/adminAccount'
import { adminAdminsCopy } from '@/copy/adminAdmins'
import { RoleField } from './RoleField'

const copy = adminAdminsCopy.changeRole

interface ChangeRoleDialogProps {
  admin: AdminAccount
  onClose: () => void
}

/** Gives another administrator another role. */
export function ChangeRoleDialog({ admin, onClose }: ChangeRoleDialogProps) {
  const [role, setRole] = useState(admin.role)
  const [isSame, setIsSame] = useState(false)
  return (
    <ReasonDialog
      title={copy.title(admin.username)}
      description={copy.happens}
      confirmLabel={copy.button}
      successMessage={copy.done}
      failureMessage={copy.failed}
      validate={() => {
        setIsSame(role === admin.role)
        return role !== admin.role
      }}
      onConfirm={(reason) => changeAdminRole(admin._id, role, reason)}
      onClose={onClose}
    >
      {({ fieldErrors }) => (
        <RoleField
          value={role}
          error={isSame ? copy.same : fieldErrors.role}
          hasAutoFocus
          onChange={(next) => {
            setRole(next)
            setIsSame(false)
          }}
        />
      )}
    </ReasonDialog>
  )
}
