import type { Receipt } from '@/api/types'
import { refundWords } from '@/checkout/refundWords'
import { paymentsCopy } from '@/copy/payments'
import { formatCharge } from '@/lib/money'
import { browserZone, formatDate, formatTime, zoneLabel } from '@/lib/time'
import { Facts } from '@/ui/Facts'
import { Kolam } from '@/ui/Kolam'
import classes from './Receipt.module.css'

const copy = paymentsCopy.receipt

/** The receipt itself: who sold what to whom, for how much, and what went back. */
export function ReceiptPaper({ receipt }: { receipt: Receipt }) {
  const { seller, buyer, currency, order } = receipt
  const zone = browserZone()
  const money = (amount: number) =>
    amount < 0 ? `−${formatCharge(-amount, currency)}` : formatCharge(amount, currency)
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
      <Facts
        facts={[
          { label: copy.number, value: receipt.receiptNumber },
          { label: copy.issued, value: formatDate(receipt.issuedAt, zone) },
          { label: copy.buyer, value: buyer.name, note: buyer.email },
          { label: copy.teacher, value: order.teacherName },
          ...(order.dateTime ? [{ label: copy.classOn, value: classTime(order.dateTime, zone) }] : []),
          ...(order.movedTo ? [{ label: copy.movedTo, value: classTime(order.movedTo, zone) }] : []),
        ]}
      />
      <table className={classes.lines}>
        <thead>
          <tr>
            <th scope="col">{copy.what}</th>
            <th scope="col">{copy.amount}</th>
          </tr>
        </thead>
        <tbody>
          {receipt.lines.map((line) => (
            <tr key={line.label}>
              <td lang="en">{line.label}</td>
              <td>{money(line.amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{copy.total}</th>
            <td>{money(receipt.total)}</td>
          </tr>
        </tfoot>
      </table>
      <Facts
        facts={[
          {
            label: copy.method,
            value: receipt.total === 0 ? copy.nothingPaid : methodWords(receipt.paymentMethod),
          },
          {
            label: copy.paidAt,
            value: `${formatDate(receipt.paidAt, zone)}, ${formatTime(receipt.paidAt, zone)}`,
          },
          ...(receipt.paymentId ? [{ label: copy.paymentId, value: receipt.paymentId }] : []),
        ]}
      />
      {order.refunds.length > 0 && (
        <section>
          <h2 className={classes.heading}>{copy.refunds}</h2>
          {order.refunds.map((refund) => (
            <p key={refund._id} className={classes.refund}>
              {refundWords(refund)}
            </p>
          ))}
        </section>
      )}
      <p className={classes.quiet}>
        {copy.questions} {seller.supportEmail}.
      </p>
    </article>
  )
}

function classTime(at: string, zone: string): string {
  return `${formatDate(at, zone)}, ${formatTime(at, zone)} (${zoneLabel(zone, at)})`
}

/** The provider's word for how it was paid, in ours; a word that we do not know stands as it is. */
function methodWords(method: string | null): string {
  const known: Readonly<Record<string, string>> = copy.methods
  return method ? (known[method] ?? method) : copy.unknownMethod
}
