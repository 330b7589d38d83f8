import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ordersQuery } from '@/api/orders'
import type { Order } from '@/api/types'
import { orderLabel } from '@/checkout/orderLabel'
import { refundText } from '@/checkout/refundText'
import { checkoutCopy } from '@/copy/checkout'
import { paymentsCopy } from '@/copy/payments'
import { childSectionsCopy } from '@/copy/studentChildSections'
import { useChild } from '@/family/childName'
import { formatCharge } from '@/lib/money'
import { type Column, DataList } from '@/ui/DataList'
import { DateTime } from '@/ui/DateTime'
import { ErrorPanel } from '@/ui/ErrorPanel'
import classes from './PaymentList.module.css'
import { ReceiptLink } from './ReceiptLink'

const copy = paymentsCopy.list

interface PaymentListProps {
  zone: string
  /** Resumes an unfinished payment. */
  onResume: (orderId: string) => void
  /** The open order whose bank has not answered, if any. */
  unansweredId: string | null
}

/** 'Your payments': payments and their state. Orders that were never paid are omitted. */
export function PaymentList(props: PaymentListProps) {
  const { data, error, isFetching, refetch } = useQuery(ordersQuery())
  const child = useChild()
  const title = child ? childSectionsCopy.credits.payments(child) : copy.title
  const rows = data?.filter(isPayment)
  return (
    <section>
      <h2 className={classes.title}>{title}</h2>
      {rows ? (
        rows.length > 0 ? (
          <DataList label={title} columns={columns(props)} rows={rows} rowKey={(order) => order._id} />
        ) : (
          <p className={classes.empty}>{copy.empty}</p>
        )
      ) : error ? (
        <ErrorPanel
          message={copy.loadFailed}
          onRetry={() => void refetch()}
          retrying={isFetching}
          reference={error.requestId}
        />
      ) : (
        <div role="status">
          <VisuallyHidden>{copy.loading}</VisuallyHidden>
          <Skeleton height={120} radius="lg" />
        </div>
      )}
    </section>
  )
}

function isPayment(order: Order): boolean {
  return order.paidAt !== null || order.state === 'open' || order.state === 'checking'
}

function columns(props: PaymentListProps): Column<Order>[] {
  const { zone } = props
  return [
    {
      key: 'when',
      label: copy.columns.when,
      cell: (order) => <DateTime instant={order.paidAt ?? order.createdAt} show="date" zone={zone} />,
    },
    { key: 'what', label: copy.columns.what, cell: (order) => orderLabel(order, zone) },
    {
      key: 'amount',
      label: copy.columns.amount,
      cell: (order) => formatCharge(order.quote.total, order.currency),
      numeric: true,
    },
    {
      key: 'state',
      label: copy.columns.state,
      cell: (order) => <PaymentState {...props} order={order} />,
    },
  ]
}

function PaymentState({ order, zone, onResume, unansweredId }: PaymentListProps & { order: Order }) {
  const isUnanswered = order.state === 'open' && order._id === unansweredId
  const label = isUnanswered ? checkoutCopy.held.unanswered.title : copy.state[stateOf(order)]
  return (
    <div className={classes.state}>
      <b>{label}</b>
      {order.refunds.map((refund) => (
        <span key={refund._id}>{refundText(refund)}</span>
      ))}
      {(order.state === 'open' || order.state === 'checking') && (
        <Button variant="default" px="md" onClick={() => onResume(order._id)}>
          {isUnanswered ? checkoutCopy.banner.show : order.state === 'open' ? copy.continue : copy.look}
        </Button>
      )}
      {order.receiptNumber !== null && (
        <ReceiptLink orderId={order._id} hasNumber={orderLabel(order, zone)} />
      )}
    </div>
  )
}

function stateOf(order: Order): keyof typeof copy.state {
  if (order.state !== 'booked' && order.state !== 'credited') return order.state
  return order.quote.total === 0 ? 'free' : 'paid'
}
