import { ReasonDialog } from '@/admin/ReasonDialog'
import { retryRefund } from '@/api/adminOrders'
import type { RefundRow } from '@/api/adminPeopleTypes'
import { adminOrdersCopy } from '@/copy/adminOrders'
import { formatCharge } from '@/lib/money'

const copy = adminOrdersCopy.retry

interface RetryRefundProps {
  refund: RefundRow
  onClose: () => void
}

/** Asks before the provider is told once more to send money back that it could not send, and why. */
export function RetryRefund({ refund: { _id, amount, currency, error }, onClose }: RetryRefundProps) {
  return (
    <ReasonDialog
      title={copy.title(formatCharge(amount, currency))}
      happens={
        <>
          <p>{copy.happens}</p>
          {error && <p>{copy.last(error)}</p>}
        </>
      }
      confirm={copy.confirm}
      done={copy.done}
      failed={copy.failed}
      onConfirm={(reason) => retryRefund(_id, reason)}
      onClose={onClose}
    />
  )
}
