import { Anchor, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { paymentsCopy } from '@/copy/payments'

const copy = paymentsCopy.list

/** Link to the receipt of an order. */
export function ReceiptLink({ orderId, hasNumber: label }: { orderId: string; hasNumber: string }) {
  return (
    <Anchor
      renderRoot={(props) => <Link to="/booking/receipt/$orderId" params={{ orderId }} {...props} />}
      inherit
      underline="always"
      c="var(--brand)"
    >
      {copy.receipt} <VisuallyHidden>{copy.receiptNamed(label)}</VisuallyHidden>
    </Anchor>
  )
}
