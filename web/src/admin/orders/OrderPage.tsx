import { useQuery } from '@tanstack/react-query'
import { AuditHistory } from '@/admin/AuditHistory'
import { BackLink } from '@/admin/BackLink'
import table from '@/admin/DataTable.module.css'
import { PageHeader } from '@/admin/PageHeader'
import { Section } from '@/admin/Section'
import { StatusBadge } from '@/admin/StatusBadge'
import { adminOrderQuery } from '@/api/adminOrders'
import type { AdminOrderDetails, AdminPayment } from '@/api/adminPeopleTypes'
import { adminOrdersCopy } from '@/copy/adminOrders'
import { formatCharge } from '@/lib/money'
import { type Column, DataList } from '@/ui/DataList'
import { DateTime } from '@/ui/DateTime'
import { EmptyState } from '@/ui/EmptyState'
import { QueryBoundary } from '@/ui/QueryBoundary'
import { OrderSection, PriceSection } from './OrderSections'
import { PartialRefundAction } from './PartialRefundAction'
import { RefundAction } from './RefundAction'
import { RefundBadges } from './RefundBadges'
import { RefundsOfOrder } from './RefundsOfOrder'

const copy = adminOrdersCopy

/** One order: what was bought, payments, refunds, available actions and history. */
export function OrderPage({ id }: { id: string }) {
  const details = useQuery(adminOrderQuery(id))
  const order = details.data?.order
  return (
    <>
      <BackLink href="#orders">{copy.back}</BackLink>
      <PageHeader
        title={
          order ? copy.titleOf(copy.what(order.purpose, order.packageSize), order.studentName) : copy.order
        }
      />
      {details.error?.status === 404 ? (
        <EmptyState title={copy.gone} />
      ) : (
        <QueryBoundary query={details} loading={copy.loading} failed={copy.loadFailed} height={640}>
          {(data) => <Details data={data} />}
        </QueryBoundary>
      )}
    </>
  )
}

function Details({ data }: { data: AdminOrderDetails }) {
  const { order, noRefund, partialRefund, payments, refunds, history } = data
  return (
    <>
      <div className={table.badges}>
        <StatusBadge state={order.state} labels={copy.states} />
        <RefundBadges order={order} />
      </div>
      <div className={table.actionRow}>
        <RefundAction order={order} noRefund={noRefund} partialRefund={partialRefund} />
        <PartialRefundAction order={order} partialRefund={partialRefund} />
      </div>
      <div className={table.columns}>
        <OrderSection order={order} />
        <PriceSection order={order} />
      </div>
      <Payments payments={payments} />
      <RefundsOfOrder refunds={refunds} />
      <AuditHistory lines={history} subjectId={order._id} />
    </>
  )
}

const paymentColumns: Column<AdminPayment>[] = [
  {
    key: 'id',
    label: copy.payments.columns.id,
    onCard: 'heading',
    cell: ({ providerPaymentId }) => <span className={table.breakAnywhere}>{providerPaymentId}</span>,
  },
  { key: 'method', label: copy.payments.columns.method, cell: ({ method }) => method ?? copy.none },
  {
    key: 'state',
    label: copy.payments.columns.state,
    cell: (payment) => <StatusBadge state={payment.state} labels={copy.payments.states} />,
  },
  {
    key: 'at',
    label: copy.payments.columns.at,
    cell: ({ capturedAt }) => (capturedAt ? <DateTime instant={capturedAt} /> : copy.none),
  },
  {
    key: 'amount',
    label: copy.payments.columns.amount,
    numeric: true,
    cell: (payment) => formatCharge(payment.amount, payment.currency),
  },
]

function Payments({ payments }: { payments: readonly AdminPayment[] }) {
  return (
    <Section title={copy.payments.title}>
      {payments.length === 0 ? (
        <p className={table.empty}>{copy.payments.empty}</p>
      ) : (
        <DataList
          label={copy.payments.title}
          columns={paymentColumns}
          rows={payments}
          rowKey={({ _id }) => _id}
          cardsOnTablet
        />
      )}
    </Section>
  )
}
