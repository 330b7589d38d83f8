import type { Receipt } from '@/api/types'
import { refundText } from '@/checkout/refundText'
import { receiptLineLabel } from '@/copy/itemLabels'
import { paymentsCopy } from '@/copy/payments'
import { childSectionsCopy } from '@/copy/studentChildSections'
import { useChildName } from '@/family/useChildName'
import { isHindi } from '@/lib/i18n'
import { formatCharge } from '@/lib/money'
import { displayZone, formatDate, formatDateTime, zoneLabel } from '@/lib/time'
import { DescriptionList } from '@/ui/DescriptionList'
import { Kolam } from '@/ui/Kolam'
import classes from './Receipt.module.css'

const copy = paymentsCopy.receipt
const childCopy = childSectionsCopy.receipt

/** The receipt: seller, buyer, lines, total and refunds. */
export function ReceiptPaper({ receipt }: { receipt: Receipt }) {
  const { seller, buyer, order } = receipt
  const zone = displayZone()
  const childName = useChildName()
  return (
    <article className={classes.paper} aria-label={`${copy.title} ${receipt.receiptNumber}`}>
      <header className={classes.top}>
        <div>
          <p className={classes.seller}>{seller.name}</p>
          <p className={classes.quiet}>{seller.address}</p>
          <p className={classes.quiet}>{seller.supportEmail}</p>
        </div>
        <Kolam seed="mark" size={3} density={1} diamond={false} strokeWidth={0.09} className={classes.mark} />
      </header>
      <DescriptionList
        items={[
          { label: copy.number, value: receipt.receiptNumber },
          { label: copy.issued, value: formatDate(receipt.issuedAt, zone) },
          {
            label: childName ? childCopy.issuedTo : copy.buyer,
            value: buyer.name,
            note: buyer.email,
          },
          ...(childName ? [{ label: childCopy.student, value: childName }] : []),
          { label: copy.teacher, value: order.teacherName },
          ...(order.dateTime ? [{ label: copy.classOn, value: classTimeLabel(order.dateTime, zone) }] : []),
          ...(order.movedTo ? [{ label: copy.movedTo, value: classTimeLabel(order.movedTo, zone) }] : []),
        ]}
      />
      <ReceiptLines receipt={receipt} />
      <DescriptionList
        items={[
          {
            label: copy.method,
            value: receipt.total === 0 ? copy.nothingPaid : methodLabel(receipt.paymentMethod),
          },
          {
            label: copy.paidAt,
            value: formatDateTime(receipt.paidAt, zone),
          },
          ...(receipt.paymentId ? [{ label: copy.paymentId, value: receipt.paymentId }] : []),
        ]}
      />
      {order.refunds.length > 0 && (
        <section>
          <h2 className={classes.heading}>{copy.refunds}</h2>
          {order.refunds.map((refund) => (
            <p key={refund._id} className={classes.refund}>
              {refundText(refund)}
            </p>
          ))}
        </section>
      )}
      <p className={classes.quiet}>
        {copy.questions} {seller.supportEmail}
        {!isHindi() && '.'}
      </p>
    </article>
  )
}

function ReceiptLines({ receipt: { lines, total, currency } }: { receipt: Receipt }) {
  const money = (amount: number) =>
    amount < 0 ? `−${formatCharge(-amount, currency)}` : formatCharge(amount, currency)
  return (
    <table className={classes.lines}>
      <thead>
        <tr>
          <th scope="col">{copy.what}</th>
          <th scope="col">{copy.amount}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.label}>
            <td>{lineLabel(line.label)}</td>
            <td>{money(line.amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{copy.total}</th>
          <td>{money(total)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

/** The server's `Coupon DANCE20 (20%)` or another line, in the language of the page. */
function lineLabel(label: string): string {
  const coupon = /^Coupon (.+)$/.exec(label)?.[1]
  return coupon ? copy.coupon(coupon) : receiptLineLabel(label)
}

function classTimeLabel(at: string, zone: string): string {
  return `${formatDateTime(at, zone)} (${zoneLabel(zone, at)})`
}

/** Label of the provider's payment method; unknown methods are shown as they are. */
function methodLabel(method: string | null): string {
  const labels: Readonly<Record<string, string>> = copy.methods
  return method ? (labels[method] ?? method) : copy.unknownMethod
}
