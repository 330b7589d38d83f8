import { useState } from 'react'
import { ActionButton } from '@/admin/ActionButton'
import table from '@/admin/DataTable.module.css'
import { useDisabledReason } from '@/admin/roles'
import type { AdminOrderDetails } from '@/api/adminPeopleTypes'
import { adminOrdersCopy } from '@/copy/adminOrders'
import { PartialRefundDialog } from './PartialRefundDialog'

const copy = adminOrdersCopy

type PartialRefundActionProps = Pick<AdminOrderDetails, 'order' | 'partialRefund'>

/** Opens the dialog that refunds a part of the payment, if anything is left of it. */
export function PartialRefundAction({ order, partialRefund }: PartialRefundActionProps) {
  const roleReason = useDisabledReason('finance')
  const [isOpen, setIsOpen] = useState(false)
  // An open dialog stays open, because it may show an error.
  if (partialRefund.noRefund && !isOpen) return null
  return (
    <>
      <fieldset className={table.actions} aria-label={copy.partial.title}>
        <ActionButton disabledReason={roleReason} onClick={() => setIsOpen(true)}>
          {copy.partial.button}
        </ActionButton>
      </fieldset>
      {isOpen && (
        <PartialRefundDialog order={order} partialRefund={partialRefund} onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}
