import { useQuery } from '@tanstack/react-query'
import { Back } from '@/admin/Back'
import { Block } from '@/admin/Block'
import { History } from '@/admin/History'
import sheet from '@/admin/Sheet.module.css'
import { Stamp } from '@/admin/Stamp'
import { Title } from '@/admin/Title'
import { orderQuery } from '@/api/adminOrders'
import type { OrderDetails, PaymentRow } from '@/api/adminPeopleTypes'
import { adminOrdersCopy } from '@/copy/adminOrders'
import { formatCharge } from '@/lib/money'
import { type Column, DataList } from '@/ui/DataList'
import { EmptyState } from '@/ui/EmptyState'
import { Reading } from '@/ui/Reading'
import { When } from '@/ui/When'
import { OrderFacts, PriceFacts } from './OrderFacts'
import { RefundAct } from './RefundAct'
import { RefundsOfOrder } from './RefundsOfOrder'

const copy = adminOrdersCopy

/** One purchase: what was bought, what was paid and went back, and what was and can be done. */
export function OrderPage({ id }: { id: string }) {
  const details = useQuery(orderQuery(id))
  const order = details.data?.order
  return (
    <>
      <Back href="#orders">{copy.back}</Back>
      <Title
        title={
          order ? copy.titleOf(copy.what(order.purpose, order.packageSize), order.studentName) : copy.order
        }
      />
      {details.error?.status === 404 ? (
        <EmptyState title={copy.gone} />
      ) : (
        <Reading query={details} loading={copy.loading} failed={copy.loadFailed} height={640}>
          {(data) => <Details data={data} />}
        </Reading>
      )}
    </>
  )
}

function Details({ data: { order, noRefund, payments, refunds, history } }: { data: OrderDetails }) {
  return (
    <>
      <div className={sheet.stamps}>
        <Stamp state={order.state} words={copy.states} />
      </div>
      <RefundAct order={order} noRefund={noRefund} />
      <div className={sheet.parts}>
        <OrderFacts order={order} />
        <PriceFacts order={order} />
      </div>
      <Payments payments={payments} />
      <RefundsOfOrder refunds={refunds} />
      <History lines={history} of={order._id} />
    </>
  )
}

const columns: Column<PaymentRow>[] = [
  {
    key: 'id',
    label: copy.payments.columns.id,
    onCard: 'heading',
    cell: ({ providerPaymentId }) => <span className={sheet.anywhere}>{providerPaymentId}</span>,
  },
  { key: 'method', label: copy.payments.columns.method, cell: ({ method }) => method ?? copy.none },
  {
    key: 'state',
    label: copy.payments.columns.state,
    cell: (payment) => <Stamp state={payment.state} words={copy.payments.states} />,
  },
  {
    key: 'at',
    label: copy.payments.columns.at,
    cell: ({ capturedAt }) => (capturedAt ? <When at={capturedAt} /> : copy.none),
  },
  {
    key: 'amount',
    label: copy.payments.columns.amount,
    numeric: true,
    cell: (payment) => formatCharge(payment.amount, payment.currency),
  },
]

function Payments({ payments }: { payments: readonly PaymentRow[] }) {
  return (
    <Block title={copy.payments.title}>
      {payments.length === 0 ? (
        <p className={sheet.none}>{copy.payments.empty}</p>
      ) : (
        <DataList
          label={copy.payments.title}
          columns={columns}
          rows={payments}
          rowKey={({ _id }) => _id}
          roomy
        />
      )}
    </Block>
  )
}
