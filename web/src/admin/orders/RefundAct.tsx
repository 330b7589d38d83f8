import { useState } from 'react'
import { ActButton } from '@/admin/ActButton'
import { ReasonDialog } from '@/admin/ReasonDialog'
import { useRefusal } from '@/admin/roles'
import sheet from '@/admin/Sheet.module.css'
import { refundOrder } from '@/api/adminOrders'
import type { OrderDetails } from '@/api/adminPeopleTypes'
import { adminOrdersCopy } from '@/copy/adminOrders'
import { formatCharge } from '@/lib/money'

const { refund: copy, acts } = adminOrdersCopy

type RefundActProps = Pick<OrderDetails, 'order' | 'noRefund'>

/** Gives an order's money back. Where none can go back, the reason stands in place of the button. */
export function RefundAct({ order, noRefund }: RefundActProps) {
  const notMine = useRefusal('finance')
  const [asked, setAsked] = useState(false)
  const amount = formatCharge(order.total, order.currency)
  // A dialog that is open stays, with what the server has said to it.
  if (noRefund && !asked) {
    const why = copy.not[noRefund]
    return why && <p className={sheet.none}>{why}</p>
  }
  return (
    <>
      <fieldset className={sheet.acts} aria-label={acts}>
        <ActButton refusal={notMine} onClick={() => setAsked(true)}>
          {copy.button}
        </ActButton>
      </fieldset>
      {asked && (
        <ReasonDialog
          title={copy.title(amount)}
          happens={order.purpose === 'package' ? copy.ofPackage : copy.ofClass}
          confirm={copy.confirm(amount)}
          done={copy.done}
          failed={copy.failed}
          danger
          onConfirm={(reason) => refundOrder(order._id, reason)}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}
