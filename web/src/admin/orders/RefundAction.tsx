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

type RefundActionProps = Pick<AdminOrderDetails, 'order' | 'noRefund'>

/** Refunds an order. If that is not possible, the reason replaces the button. */
export function RefundAction({ order, noRefund }: RefundActionProps) {
  const roleReason = useDisabledReason('finance')
  const [isOpen, setIsOpen] = useState(false)
  const amount = formatCharge(order.total, order.currency)
  // An open dialog stays open, because it may show an error.
  if (noRefund && !isOpen) {
    const reason = copy.not[noRefund]
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
