import { ActionButton } from '@/admin/ActionButton'
import { useDisabledReason } from '@/admin/roles'
import type { AdminPayout } from '@/api/adminPayouts'
import { adminPayoutsCopy as copy } from '@/copy/adminPayouts'

/** The result of a payout that an administrator is about to record. */
export interface PayoutResult {
  outcome: 'paid' | 'failed' | 'returned'
  payout: AdminPayout
}

interface PayoutActionsProps {
  payout: AdminPayout
  onSelect: (result: PayoutResult) => void
}

/** Buttons that record the bank's result. A result is recorded once. */
export function PayoutActions({ payout, onSelect }: PayoutActionsProps) {
  const disabledReason = useDisabledReason('finance')
  if (payout.state !== 'prepared') return null
  const { teacherName } = payout
  return (
    <>
      <ActionButton
        disabledReason={disabledReason}
        label={copy.pay.of(teacherName)}
        onClick={() => onSelect({ outcome: 'paid', payout })}
      >
        {copy.pay.act}
      </ActionButton>
      <ActionButton
        disabledReason={disabledReason}
        label={copy.fail.of(teacherName)}
        variant="subtle"
        onClick={() => onSelect({ outcome: 'failed', payout })}
      >
        {copy.fail.act}
      </ActionButton>
    </>
  )
}

/** Records that a paid payout was returned. Only on the detail page, because it is rare. */
export function ReturnedPayoutButton({ payout, onSelect }: PayoutActionsProps) {
  const disabledReason = useDisabledReason('finance')
  return (
    <ActionButton
      disabledReason={disabledReason}
      label={copy.comeBack.of(payout.teacherName)}
      onClick={() => onSelect({ outcome: 'returned', payout })}
    >
      {copy.comeBack.act}
    </ActionButton>
  )
}
