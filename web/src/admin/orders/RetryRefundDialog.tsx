import { ReasonDialog } from '@/admin/ReasonDialog'
import { retryRefund } from '@/api/adminOrders'
import type { AdminRefund } from '@/api/adminPeopleTypes'
import { adminOrdersCopy } from '@/copy/adminOrders'
import { formatCharge } from '@/lib/money'

const copy = adminOrdersCopy.retry

interface RetryRefundDialogProps {
  refund: AdminRefund
  onClose: () => void
}

/** Retries a failed refund; asks for a reason. */
export function RetryRefundDialog({
  refund: { _id, amount, currency, error },
  onClose,
}: RetryRefundDialogProps) {
  return (
    <ReasonDialog
      title={copy.title(formatCharge(amount, currency))}
      description={
        <>
          <p>{copy.happens}</p>
          {error && <p>{copy.last(error)}</p>}
        </>
      }
      confirmLabel={copy.confirm}
      successMessage={copy.done}
      failureMessage={copy.failed}
      onConfirm={(reason) => retryRefund(_id, reason)}
      onClose={onClose}
    />
  )
}
