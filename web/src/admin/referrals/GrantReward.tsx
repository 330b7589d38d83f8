import { useState } from 'react'
import { ActDialog } from '@/admin/ActDialog'
import { OptionalReason } from '@/admin/OptionalReason'
import { useAct } from '@/admin/useAct'
import { grantReferral, type Referral } from '@/api/adminReferrals'
import { adminReferralsCopy } from '@/copy/adminReferrals'
import { toastSuccess } from '@/ui/toast'

const copy = adminReferralsCopy.dialog

interface GrantRewardProps {
  referral: Referral
  onClose: () => void
}

/** Asks before a student gets the free class for a friend. */
export function GrantReward({ referral, onClose }: GrantRewardProps) {
  const { _id, studentName, friendName } = referral
  const [reason, setReason] = useState('')
  const granting = useAct(grantReferral, {
    onDone: () => {
      toastSuccess(copy.done(studentName))
      onClose()
    },
  })
  return (
    <ActDialog
      title={copy.title(studentName)}
      happens={copy.happens(studentName, friendName)}
      confirm={copy.confirm}
      failed={copy.failed}
      act={granting}
      onSubmit={(event) => {
        event.preventDefault()
        granting.send({ id: _id, reason: reason.trim() })
      }}
      onClose={onClose}
    >
      <OptionalReason value={reason} error={granting.error?.fieldErrors.reason} onChange={setReason} first />
    </ActDialog>
  )
}
