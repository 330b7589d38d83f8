import { useState } from 'react'
import { ActionDialog } from '@/admin/ActionDialog'
import { OptionalReason } from '@/admin/OptionalReason'
import { useAdminMutation } from '@/admin/useAdminMutation'
import { type AdminReferral, grantReferral } from '@/api/adminReferrals'
import { adminReferralsCopy } from '@/copy/adminReferrals'
import { toastSuccess } from '@/ui/toast'

const copy = adminReferralsCopy.dialog

interface GrantRewardDialogProps {
  referral: AdminReferral
  onClose: () => void
}

/** Grants a student the free class for a referred friend. */
export function GrantRewardDialog({ referral, onClose }: GrantRewardDialogProps) {
  const { _id, studentName, friendName } = referral
  const [reason, setReason] = useState('')
  const grant = useAdminMutation(grantReferral, {
    onSuccess: () => {
      toastSuccess(copy.done(studentName))
      onClose()
    },
  })
  return (
    <ActionDialog
      title={copy.title(studentName)}
      description={copy.happens(studentName, friendName)}
      confirmLabel={copy.confirm}
      failureMessage={copy.failed}
      action={grant}
      onSubmit={(event) => {
        event.preventDefault()
        grant.send({ id: _id, reason: reason.trim() })
      }}
      onClose={onClose}
    >
      <OptionalReason value={reason} error={grant.error?.fieldErrors.reason} onChange={setReason} autoFocus />
    </ActionDialog>
  )
}
