import { Section } from '@/admin/Section'
import type { AdminOrder } from '@/api/adminPeopleTypes'
import { adminOrdersCopy } from '@/copy/adminOrders'
import { formatCharge } from '@/lib/money'
import { DateTime } from '@/ui/DateTime'
import { type DescriptionItem, DescriptionList } from '@/ui/DescriptionList'
import { TextLink } from '@/ui/TextLink'

const { facts: labels, ...copy } = adminOrdersCopy

export function OrderSection({ order }: { order: AdminOrder }) {
  const { dateTime, bookingId, paidAt, reason } = order
  const items: DescriptionItem[] = [
    {
      label: labels.student,
      value: <TextLink href={`#people/${order.studentId}`}>{order.studentName}</TextLink>,
    },
    {
      label: labels.teacher,
      value: <TextLink href={`#people/${order.teacherId}`}>{order.teacherName}</TextLink>,
    },
    ...(dateTime ? [{ label: labels.class, value: <DateTime instant={dateTime} withZone /> }] : []),
    ...(bookingId
      ? [
          {
            label: labels.booking,
            value: <TextLink href={`#bookings/${bookingId}`}>{labels.openBooking}</TextLink>,
          },
        ]
      : []),
    { label: labels.created, value: <DateTime instant={order.createdAt} /> },
    ...(paidAt ? [{ label: labels.paid, value: <DateTime instant={paidAt} /> }] : []),
    ...(reason ? [{ label: labels.why, value: copy.reasons[reason] ?? reason }] : []),
    { label: labels.receipt, value: order.receiptNumber ?? copy.none },
    { label: labels.provider, value: order.providerOrderId ?? copy.none },
    { label: labels.id, value: order._id },
  ]
  return (
    <Section title={labels.title}>
      <DescriptionList items={items} />
    </Section>
  )
}

/** Every line of the price, unrounded. */
export function PriceSection({ order }: { order: AdminOrder }) {
  const money = (amount: number) => formatCharge(amount, order.currency)
  const { discount, couponCode } = order
  const items: DescriptionItem[] = [
    { label: labels.base, value: money(order.base) },
    ...(discount > 0
      ? [{ label: couponCode ? labels.coupon(couponCode) : labels.discount, value: `−${money(discount)}` }]
      : []),
    { label: labels.service, value: money(order.serviceFee) },
    { label: labels.providerFee, value: money(order.providerFee) },
    { label: labels.total, value: <strong>{money(order.total)}</strong> },
  ]
  return (
    <Section title={labels.price}>
      <DescriptionList items={items} />
    </Section>
  )
}
