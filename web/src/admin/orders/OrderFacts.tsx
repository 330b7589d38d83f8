import { Block } from '@/admin/Block'
import type { OrderRow } from '@/api/adminPeopleTypes'
import { adminOrdersCopy } from '@/copy/adminOrders'
import { formatCharge } from '@/lib/money'
import { type Fact, Facts } from '@/ui/Facts'
import { TextLink } from '@/ui/TextLink'
import { When } from '@/ui/When'

const { facts: words, ...copy } = adminOrdersCopy

export function OrderFacts({ order }: { order: OrderRow }) {
  const { dateTime, bookingId, paidAt, reason } = order
  const facts: Fact[] = [
    {
      label: words.student,
      value: <TextLink href={`#people/${order.studentId}`}>{order.studentName}</TextLink>,
    },
    {
      label: words.teacher,
      value: <TextLink href={`#people/${order.teacherId}`}>{order.teacherName}</TextLink>,
    },
    ...(dateTime ? [{ label: words.class, value: <When at={dateTime} withZone /> }] : []),
    ...(bookingId
      ? [
          {
            label: words.booking,
            value: <TextLink href={`#bookings/${bookingId}`}>{words.openBooking}</TextLink>,
          },
        ]
      : []),
    { label: words.created, value: <When at={order.createdAt} /> },
    ...(paidAt ? [{ label: words.paid, value: <When at={paidAt} /> }] : []),
    ...(reason ? [{ label: words.why, value: copy.reasons[reason] ?? reason }] : []),
    { label: words.receipt, value: order.receiptNumber ?? copy.none },
    { label: words.provider, value: order.providerOrderId ?? copy.none },
    { label: words.id, value: order._id },
  ]
  return (
    <Block title={words.title}>
      <Facts facts={facts} />
    </Block>
  )
}

/** The price line by line, to the last paisa. */
export function PriceFacts({ order }: { order: OrderRow }) {
  const money = (amount: number) => formatCharge(amount, order.currency)
  const { discount, couponCode } = order
  const facts: Fact[] = [
    { label: words.base, value: money(order.base) },
    ...(discount > 0
      ? [{ label: couponCode ? words.coupon(couponCode) : words.discount, value: `−${money(discount)}` }]
      : []),
    { label: words.service, value: money(order.serviceFee) },
    { label: words.providerFee, value: money(order.providerFee) },
    { label: words.total, value: <strong>{money(order.total)}</strong> },
  ]
  return (
    <Block title={words.price}>
      <Facts facts={facts} />
    </Block>
  )
}
