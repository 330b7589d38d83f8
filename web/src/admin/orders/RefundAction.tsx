import { useState } from 'react'
import { ActionButton } from '@/admin/ActionButton'
import table from '@/admin/DataTable.module.css'
import { ReasonDialog } from '@/admin/ReasonDialog'
import { useDisabledReason } from '@/admin/roles'
import { refundOrder } from '@/api/adminOrders'
import type { AdminOrderDetails } from '@/api/adminPeopleTypes'
import { adminOrdersCopy } from '@/copy/adminOrders'
import { formatCharge } from '@/lib/money'

const { refund: copy, acts: actionsLabel } = adminOrdersCopy

type RefundActionProps = Pick<AdminOrderDetails, 'order' | 'noRefund' | 'partialRefund'>

/** Refunds what is left of the payment. If that is not possible, the reason replaces the button. */
export function RefundAction({ order, noRefund, partialRefund }: RefundActionProps) {
  const roleReason = useDisabledReason('finance')
  const [isOpen, setIsOpen] = useState(false)
  const amount = formatCharge(partialRefund.refundable, order.currency)
  const obstacle = noRefund ?? (partialRefund.noRefund === 'nothing' ? 'nothing' : null)
  // An open dialog stays open, because it may show an error.
  if (obstacle && !isOpen) {
    const reason = copy.not[obstacle]
    return reason && <p className={table.empty}>{reason}</p>
  }
  return (
    <>
      <fieldset className={table.actions} aria-label={actionsLabel}>
        <ActionButton disabledReason={roleReason} onClick={() => setIsOpen(true)}>
          {copy.button}
        </ActionButton>
      </fieldset>
      {isOpen && (
        <ReasonDialog
          title={copy.title(amount)}
          description={order.purpose === 'package' ? copy.ofPackage : copy.ofClass}
          confirmLabel={copy.confirm(amount)}
          successMessage={copy.done}
          failureMessage={copy.failed}
          isDestructive
          onConfirm={(reason) => refundOrder(order._id, reason)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
